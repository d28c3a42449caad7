import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { formMap } from './support/map';
import { signedIn } from './support/people';
import { expect, test } from './support/test';
import { here, typed } from './support/where';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create Ride Request' });

test('a cleared drop loses its pin; a form that is left and opened again says that the unsent request is back, and can be emptied', async ({
  browser,
  city,
}, { project }) => {
  const isPhone = project.name === 'phone';
  const api = new Api(city.url);
  const { page } = await signedIn(browser, await api.person('customer', 'Asha Verma'), { url: city.url });
  await page.goto('/');
  await page.getByRole('button', { name: /^Where to\?/ }).click();
  const dialog = dialogOf(page);
  const drop = dialog.getByRole('combobox', { name: 'Drop Location' });
  const submit = dialog.getByRole('button', { name: 'Create Ride Request' });
  const pin = formMap(page).getByRole('img', { name: 'Drop', exact: true });
  await drop.fill(typed(here.drop));
  await drop.press('Enter');
  await expect(pin).toBeAttached();
  await expect(submit).toBeEnabled();
  await drop.click();
  await drop.fill('Airport Terminal 3');
  await expect(dialog.getByText(/^The pin stays at /)).toBeVisible();
  // Only phones have a button that clears a field.
  if (isPhone) await dialog.getByRole('button', { name: 'Clear drop' }).click();
  else await drop.fill('');
  await expect(dialog.getByText(/^The pin stays at /)).toHaveCount(0);
  await expect(pin).toHaveCount(0);
  await expect(submit).toBeDisabled();
  await drop.pressSequentially('Airport Terminal 3');
  await expect(submit).toBeDisabled();
  await page.goBack();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: /^Where to\?/ }).click();
  await expect(dialog.getByText('Your unsent ride request is back.')).toBeVisible();
  await expect(drop).toHaveValue('Airport Terminal 3');
  await dialog.getByRole('button', { name: 'Start new' }).click();
  await expect(drop).toHaveValue('');
  await expect(dialog.getByRole('combobox', { name: 'Pickup Location' })).not.toHaveValue('');
  await expect(formMap(page).getByRole('img', { name: 'Pickup', exact: true })).toBeAttached();
});
