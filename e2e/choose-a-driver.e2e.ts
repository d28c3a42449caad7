import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { readyMap } from './support/map';
import { signedIn } from './support/people';
import { expect, test } from './support/test';
import { here } from './support/where';

const names = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents();

/** Whether the drop's pin is shown and lies left of, above or below each zoom button; a phone has no zoom buttons. */
async function isClearOfZoomButtons(page: Page): Promise<boolean> {
  const main = page.getByRole('main');
  const pin = await main.getByRole('img', { name: 'Drop', exact: true }).boundingBox();
  const buttons = main.getByRole('button', { name: /^Zoom (in|out)$/ });
  const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
  if (!pin) return false;
  return boxes.every(
    (box) => box && (pin.x + pin.width <= box.x || pin.y >= box.y + box.height || pin.y + pin.height <= box.y),
  );
}

test('quotes arrive live on cards, lowest price first, and on the map; the customer books one with a promo code', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const [asha, ravi, sunita] = await Promise.all([
    api.person('customer', 'Asha Verma'),
    api.driver('Ravi Kumar'),
    api.driver('Sunita Yadav', 'Hyundai Aura'),
  ]);
  // The drop lies to the south-east, where a desktop's map has its zoom buttons.
  const { lat, lng } = here.pickup;
  const ride = await api.ride(asha, 'Connaught Place', 'Hauz Khas Village', { lat: lat - 0.1, lng: lng + 0.15 });
  const who = await signedIn(browser, asha, { url: city.url });
  const { page } = who;
  await page.goto('/');
  await page.getByRole('link', { name: /Connaught Place/ }).click();
  await expect(page.getByText('No quotes yet. Drivers will start submitting quotes soon...')).toBeVisible();

  await test.step('two quotes arrive, and one of them is lowered', async () => {
    await api.quote(ravi, ride, 260);
    await expect(page.getByRole('article', { name: 'Ravi Kumar' })).toContainText('₹260.00');
    await api.quote(sunita, ride, 255.5);
    await expect.poll(() => names(page)).toEqual(['Sunita Yadav', 'Ravi Kumar']);
    await api.quote(ravi, ride, 240);
    await expect.poll(() => names(page)).toEqual(['Ravi Kumar', 'Sunita Yadav']);
    const card = page.getByRole('article', { name: 'Sunita Yadav' });
    for (const fact of ['Hyundai Aura', '7 years', 'New driver', 'Offline']) await expect(card).toContainText(fact);
    await readyMap(page.getByRole('main'));
    await expect(page.getByRole('button', { name: 'Ravi Kumar: ₹240' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sunita Yadav: ₹255.50' })).toBeVisible();
    await expect.poll(() => isClearOfZoomButtons(page), 'the drop pin does not overlap the zoom buttons').toBe(true);
  });

  const dialog = page.getByRole('dialog', { name: 'Select Payment Method' });
  await test.step('the payment dialog shows the methods; one promo code is applied and removed, another applied', async () => {
    await page.getByRole('article', { name: 'Ravi Kumar' }).getByRole('button', { name: 'Select This Driver' }).click();
    await expect(dialog.getByRole('radio', { name: 'Cash Payment' })).toBeChecked();
    for (const method of ['PhonePe', 'Google Pay', 'Paytm']) {
      await dialog.getByRole('radio', { name: method }).check();
      await expect(
        dialog.getByText("You'll receive driver's UPI ID after they accept the booking").first(),
      ).toBeVisible();
    }
    await dialog.getByLabel('Promo code').fill('first50');
    await expect(dialog.getByLabel('Promo code')).toHaveValue('FIRST50');
    await dialog.getByLabel('Promo code').press('Enter');
    await expect(page.getByText(/^Promo code applied! You saved ₹/)).toBeVisible();
    await expect(dialog.locator('s')).toHaveText('₹240.00');
    await dialog.getByRole('button', { name: 'Remove promo code FIRST50' }).click();
    await expect(page.getByText('Promo code removed')).toBeVisible();
    await expect(dialog.locator('s')).toHaveCount(0);
    await dialog.getByLabel('Promo code').fill('save100');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Promo code applied! You saved ₹100.00')).toBeVisible();
  });

  await test.step('the ride is booked with cash at the reduced price', async () => {
    await dialog.getByRole('radio', { name: 'Cash Payment' }).check();
    await dialog.getByRole('button', { name: 'Confirm Booking' }).click();
    await expect(page.getByText('Booking created! Driver will accept shortly.')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/[?&]booking=/);
    await page
      .getByRole('dialog', { name: 'Booking Details' })
      .getByRole('button', { name: /Close|Back/ })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('pending', { exact: true })).toBeVisible();
    await expect(page.getByRole('tabpanel').getByText('₹140.00')).toBeVisible();
    await page.goto(`/?ride=${ride.id}`);
    await expect(page.getByText('This ride request is no longer open (booked)')).toBeVisible();
    await page.getByRole('button', { name: 'See booking' }).click();
    await expect(page.getByRole('dialog', { name: 'Booking Details' })).toBeVisible();
  });
});
