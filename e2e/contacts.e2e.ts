import { Api } from './support/api';
import { signedIn } from './support/people';
import { expect, test } from './support/test';

for (const role of ['customer', 'driver'] as const) {
  test(`a ${role} adds, calls and removes an emergency contact`, async ({ browser, city }) => {
    const api = new Api(city.url);
    const account = role === 'driver' ? await api.driver('Ravi Kumar') : await api.person('customer', 'Asha Verma');
    const { page } = await signedIn(browser, account, { url: city.url });
    await page.goto('/');
    await page.getByRole('tab', { name: 'Safety' }).click();
    await expect(page.getByRole('heading', { name: 'Emergency Contacts' })).toBeVisible();
    await expect(page.getByText('No emergency contacts yet')).toBeVisible();
    await expect(page.getByText('Add contacts who will be notified in case of emergency')).toBeVisible();
    await page.getByRole('button', { name: 'Add Contact' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Contact' });
    await expect(dialog.getByPlaceholder('e.g. Asha Verma')).toBeFocused();
    await dialog.getByRole('button', { name: 'Add Contact' }).click();
    await expect(dialog.getByText('Please enter a name')).toBeVisible();
    await expect(dialog.getByText('Please enter a phone number')).toBeVisible();
    await dialog.getByLabel('Name').fill('Meera Verma');
    await dialog.getByLabel('Phone Number').fill('+91 98111 22333');
    await dialog.getByLabel('Phone Number').press('Enter');
    await expect(page.getByText('Emergency contact added')).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(page.getByText('Meera Verma')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Call Meera Verma' })).toHaveAttribute('href', 'tel:+919811122333');
    await page.getByRole('button', { name: 'Remove Meera Verma' }).click();
    await expect(page.getByText('Contact removed')).toBeVisible();
    await expect(page.getByText('No emergency contacts yet')).toBeVisible();
  });
}
