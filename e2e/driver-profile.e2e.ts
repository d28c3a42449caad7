import { documentNames } from '@boli/shared/drivers/drivers.schema';
import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { onePixelPng, twoPagePdf } from './support/files';
import { signedIn } from './support/people';
import { expect, test } from './support/test';

const png = { name: 'paper.png', mimeType: 'image/png', buffer: onePixelPng };
const pdf = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: twoPagePdf };

/** Records the form fields whose files the page sends from now on. Returns a function that reads their names. */
async function sentFiles(page: Page): Promise<() => Promise<string[]>> {
  const names = await page.evaluateHandle(() => {
    const recorded: string[] = [];
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) for (const [name, part] of body) if (part instanceof File) recorded.push(name);
      send.call(this, body);
    };
    return recorded;
  });
  return () => names.jsonValue();
}

test('a driver creates the profile with five documents of allowed sizes and kinds, and edits it later', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { page } = await signedIn(browser, await api.person('driver', 'Ravi Kumar'), { url: city.url });
  const file = (name: string) => page.locator(`input[type=file][name=${name}]`);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Driver Setup' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByText('Complete your profile to start accepting rides')).toBeVisible();

  await test.step('all missing fields are shown at once', async () => {
    await page.getByRole('button', { name: 'Create Profile' }).click();
    await expect(page.getByText('Please upload all required documents')).toBeVisible();
    await expect(page.getByText('Please enter the car model')).toBeVisible();
    await expect(page.getByText('Please enter the license number')).toBeVisible();
  });

  await test.step('a file that is too large or of another kind is refused', async () => {
    const large = { ...png, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) };
    await file('driver_photo').setInputFiles(large);
    await expect(page.getByText('File size should not exceed 5MB').first()).toBeVisible();
    await file('vehicle_image').setInputFiles(pdf);
    await expect(page.getByText('Please choose a JPG or PNG picture').first()).toBeVisible();
    await file('rc_document').setInputFiles({ ...pdf, name: 'paper.txt', mimeType: 'text/plain' });
    await expect(page.getByText('Please choose a JPG, PNG or PDF file').first()).toBeVisible();
  });

  await test.step('a complete profile opens the dashboard', async () => {
    await page.getByLabel('Car Model').fill('Maruti Suzuki Dzire');
    await page.getByLabel('Years of Experience').fill('7');
    await page.getByLabel('License Number').fill('DL-0420110149646');
    for (const name of documentNames) {
      await file(name).setInputFiles(name === 'driver_photo' || name === 'vehicle_image' ? png : pdf);
    }
    await page.getByRole('button', { name: 'Create Profile' }).click();
    await expect(page.getByText('Profile created successfully!')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Welcome, Ravi Kumar' })).toBeVisible();
    await expect(page.getByText('Your documents are being checked. You can quote meanwhile.')).toBeVisible();
    for (const title of ['Total Earnings', 'Platform Fees', 'Pending Payment', 'Completed Rides']) {
      await expect(page.getByText(title, { exact: true })).toBeVisible();
    }
  });

  await test.step('an edit keeps the uploaded documents and sends only new files', async () => {
    await page.getByRole('tab', { name: 'Profile' }).click();
    await expect(page.getByText('Update your vehicle and license information')).toBeVisible();
    await expect(page.getByText('Already uploaded')).toHaveCount(5);
    await expect(page.getByLabel('Car Model')).toHaveValue('Maruti Suzuki Dzire');
    await page.getByLabel('UPI ID (optional)').fill('ravi@upi');
    await file('fitness_document').setInputFiles(png);
    const sent = await sentFiles(page);
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    expect(await sent()).toEqual(['fitness_document']);
    await page.reload();
    await expect(page.getByLabel('UPI ID (optional)')).toHaveValue('ravi@upi');
  });
});
