import { readFile } from 'node:fs/promises';
import { markPaid } from '@boli/shared/bookings/bookings.endpoints';
import { createOrder, simulateCheckout } from '@boli/shared/payments/payments.endpoints';
import type { Locator, Page } from '@playwright/test';
import { type Account, Api } from './support/api';
import { expectAccessible } from './support/axe';
import { twoPagePdf } from './support/files';
import { signedIn } from './support/people';
import { expect, test } from './support/test';

const shortOf = (booking: { id: string }) => booking.id.slice(0, 8);
const card = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name });

/** Creates a ride request, a quote on it and the accepted booking; `finish` starts and completes the ride. */
async function completed(
  api: Api,
  people: { driver: Account; customer: Account },
  options: { price: number; method?: 'cash' | 'phonepe' },
) {
  const { driver, customer } = people;
  const quote = await api.quote(driver, await api.ride(customer), options.price);
  const booking = await api.book(customer, quote, options.method ?? 'cash');
  await api.step(driver, booking, 'accepted');
  return {
    booking,
    finish: async () => {
      await api.step(driver, booking, 'in_progress');
      await api.step(driver, booking, 'completed');
    },
  };
}

/** The colour at the centre of a PDF page, as [red, green, blue, alpha]; all zeros before the page is drawn. */
function colorOf(dialog: Locator): Promise<number[] | null> {
  return dialog.locator('canvas').evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return null;
    const pixels = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1);
    return pixels ? [...pixels.data] : null;
  });
}

test('an admin looks at documents, approves one driver and rejects another, who is notified with the reason', async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const admin = await api.person('admin', 'Vikram Shah');
  const ravi = await api.driver('Ravi Kumar', undefined, { rc_document: twoPagePdf });
  const pooja = await api.driver('Pooja Kashyap');
  const desk = await signedIn(browser, admin, { url: boli.url });
  const signedInDriver = await signedIn(browser, pooja, { url: boli.url });
  await signedInDriver.page.goto('/');
  const { page } = desk;
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByText('All settlements are paid!')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Pending Verifications (2)' }).click();
  await expect(page.getByText(ravi.email)).toBeVisible();
  for (const word of ['Photo', 'Vehicle', 'RC', 'License', 'Fitness']) {
    await expect(page.getByText(word, { exact: true })).toHaveCount(2);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Vehicle: Ravi Kumar' }).click();
  const viewer = page.getByRole('dialog', { name: 'Vehicle: Ravi Kumar' });
  await viewer.getByRole('button', { name: 'Zoom in' }).click();
  await expect(viewer.getByText('150%')).toBeVisible();
  await expectAccessible(page);
  await viewer.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'RC: Ravi Kumar' }).click();
  const paper = page.getByRole('dialog', { name: 'RC: Ravi Kumar' });
  await expect.poll(() => colorOf(paper)).toEqual([0, 0, 255, 255]);
  await expectAccessible(page);
  await paper.getByRole('button', { name: 'Next page' }).click();
  await expect(paper.getByText('Page 2 of 2')).toBeVisible();
  await expect.poll(() => colorOf(paper)).toEqual([255, 0, 0, 255]);
  await expect(paper.getByRole('button', { name: 'Next page' })).toBeDisabled();
  const download = page.waitForEvent('download');
  await paper.getByRole('link', { name: 'Download PDF' }).click();
  expect(await readFile(await (await download).path())).toEqual(twoPagePdf);
  expect(page.context().pages()).toHaveLength(1);
  await paper.getByRole('button', { name: 'Close' }).click();

  const of = (name: string) => page.getByRole('article', { name });
  const heightBefore = (await of('Ravi Kumar').boundingBox())?.height;
  await of('Ravi Kumar').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Driver verified')).toBeVisible();
  await expect(of('Ravi Kumar').getByText('Approved')).toBeVisible();
  expect((await of('Ravi Kumar').boundingBox())?.height).toBe(heightBefore);
  await of('Pooja Kashyap').getByLabel('Reason for a rejection (optional)').fill('The licence cannot be read');
  await of('Pooja Kashyap').getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Driver rejected')).toBeVisible();
  await expect(page.getByText('No pending verifications')).toBeVisible();
  const words = 'Your profile was rejected: The licence cannot be read';
  await expect(signedInDriver.page.getByRole('status').filter({ hasText: words }).first()).toBeVisible();
  // The list shows the empty state instead of requests; the reason and the next step are shown only above the list.
  const list = signedInDriver.page.getByRole('tabpanel');
  await expect(list.getByText('You cannot see ride requests at the moment')).toBeVisible();
  await expect(list.getByText(words)).toHaveCount(0);
  await expect(signedInDriver.page.getByText('Change documents')).toBeVisible();
  await expectAccessible(signedInDriver.page);
});

test('an admin settles a commission; the totals change, and a new settlement appears without a reload', async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const admin = await api.person('admin', 'Vikram Shah');
  const people = { driver: await api.driver('Ravi Kumar'), customer: await api.person('customer', 'Asha Verma') };
  const first = await completed(api, people, { price: 240 });
  await first.finish();
  const desk = await signedIn(browser, admin, { url: boli.url });
  const { page } = desk;
  await page.goto('/');
  await expect(page.getByRole('tab', { name: 'Pending Settlements (1)' })).toBeVisible();
  await expect(card(page, 'Total Platform Earnings')).toContainText('₹24.00');
  await expect(card(page, 'Pending Collections')).toContainText('₹24.00');
  await expect(card(page, 'Collected This Month')).toContainText('₹0.00');
  await expect(card(page, 'Total Rides')).toContainText('1');
  const row = page.getByRole('row').filter({ hasText: shortOf(first.booking) });
  await expect(row).toContainText('Ravi Kumar');
  await expect(row).toContainText('₹24.00');
  await expectAccessible(page);

  const second = await completed(api, people, { price: 255.55 });
  await second.finish();
  await expect(page.getByRole('row').filter({ hasText: shortOf(second.booking) })).toContainText('₹25.56');
  await row.getByRole('button', { name: 'Mark Paid', exact: true }).click();
  await expect(page.getByText('Settlement marked as paid')).toBeVisible();
  await expect(row.getByText('Paid', { exact: true })).toBeVisible();
  await expect(card(page, 'Collected This Month')).toContainText('₹24.00');
  await expect(card(page, 'Pending Collections')).toContainText('₹25.56');
  await row.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone')).toBeVisible();
  await expect(card(page, 'Collected This Month')).toContainText('₹0.00');
  await expect(card(page, 'Pending Collections')).toContainText('₹49.56');
  await row.getByRole('button', { name: 'Mark Paid', exact: true }).click();
  await expect(card(page, 'Collected This Month')).toContainText('₹24.00');

  await page.getByRole('tab', { name: 'Driver Commissions' }).click();
  await expect(page.getByRole('columnheader', { name: 'Total Commission' })).toBeVisible();
  const commission = page.getByRole('row').filter({ hasText: 'Ravi Kumar' });
  for (const amount of ['2', '₹49.56', '₹24.00', '₹25.56']) await expect(commission).toContainText(amount);
  await expectAccessible(page);
});

test('an admin sees revenue, records a payout and a refund, creates and pauses a promo code, and saves files', async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const admin = await api.person('admin', 'Vikram Shah');
  const people = { driver: await api.driver('Ravi Kumar'), customer: await api.person('customer', 'Asha Verma') };
  const online = await completed(api, people, { price: 240, method: 'phonepe' });
  const order = await api.call(createOrder, {
    as: people.customer,
    body: { booking_id: online.booking.id, amount: 240, currency: 'INR' },
  });
  await api.call(simulateCheckout, {
    as: people.customer,
    params: { order_id: order.order_id },
    body: { outcome: 'vanish' },
  });
  await online.finish();
  const direct = await completed(api, people, { price: 300, method: 'phonepe' });
  await api.call(markPaid, {
    as: people.customer,
    params: { id: direct.booking.id },
    body: { payment_status: 'completed' },
  });
  await api.cancel(people.customer, direct.booking, 'Change of plans');

  const desk = await signedIn(browser, admin, { url: boli.url });
  const { page } = desk;
  // No positions of this ride were recorded: an admin reviews it before the driver's share is listed as a payout.
  await page.goto('/?tab=money');
  const looked = page.getByRole('row').filter({ hasText: shortOf(online.booking) });
  await expect(looked).toContainText('no positions');
  await looked.getByRole('button', { name: /^Accept ride/ }).click();
  await expect(looked.getByText('Ride accepted')).toBeVisible();
  // The customer never returned from the checkout: the webhook reports the payment a moment later.
  await expect
    .poll(async () => {
      await page.goto('/?tab=money');
      const row = page.getByRole('row').filter({ hasText: shortOf(online.booking) });
      await row.or(page.getByText('No payouts are owed')).waitFor();
      return row.count();
    })
    .toBe(1);
  await expect(page.getByText(/: ₹24\.00, 1 /).first()).toBeVisible();
  await expectAccessible(page);
  const payout = page.getByRole('row').filter({ hasText: shortOf(online.booking) });
  await expect(payout).toContainText('₹216.00');
  await payout.getByRole('button', { name: /^Record payout/ }).click();
  await expect(payout.getByText('Please enter the bank reference')).toBeVisible();
  await payout.getByRole('textbox').fill('NEFT 42');
  await payout.getByRole('button', { name: /^Record payout/ }).click();
  await expect(page.getByText('Payout recorded')).toBeVisible();
  await expect(payout.getByText('Paid · NEFT 42')).toBeVisible();

  const refund = page.getByRole('row').filter({ hasText: shortOf(direct.booking) });
  await expect(refund).toContainText('₹300.00');
  for (const words of ['the customer', /Claimed by/]) await expect(refund).toContainText(words);
  await refund.getByRole('button', { name: /^Confirm payment/ }).click();
  for (const words of ['Boli', /Confirmed by/]) await expect(refund).toContainText(words);
  await refund.getByRole('textbox').fill('UPI 43');
  await refund.getByRole('button', { name: /^Record refund/ }).click();
  await expect(refund.getByText('Refund recorded')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No refunds are due')).toBeVisible();

  await page.getByRole('button', { name: 'New promo code' }).click();
  const form = page.getByRole('dialog', { name: 'New promo code' });
  await expectAccessible(page);
  await form.getByLabel('Code').fill('diwali');
  await form.getByRole('radio', { name: 'Percentage' }).check();
  await form.getByLabel('Percent off').fill('120');
  await form.getByRole('button', { name: 'Create promo code' }).click();
  await expect(form.getByText('A percentage is at most 100')).toBeVisible();
  await form.getByLabel('Percent off').fill('20');
  await form.getByLabel('At most, in rupees (optional)').fill('80');
  await form.getByRole('button', { name: 'Create promo code' }).click();
  await expect(page.getByText('Promo code created')).toBeVisible();
  // While the dialog closes, the page may still scroll away below the pointer.
  await expect(form).toBeHidden();
  await expect(page.getByText('20% off · at most ₹80.00 · 1 use per customer')).toBeVisible();
  await page.getByRole('button', { name: 'Pause DIWALI' }).click();
  await expect(page.getByText('Promo code updated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume DIWALI' })).toBeVisible();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Payouts CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('boli-payouts.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('Ravi Kumar');
  expect(text).toContain('NEFT 42');
});

test('a driver sees earnings over time and the statement of a week', async ({ browser, boli }) => {
  const api = new Api(boli.url);
  const people = { driver: await api.driver('Ravi Kumar'), customer: await api.person('customer', 'Asha Verma') };
  const one = await completed(api, people, { price: 240 });
  await one.finish();
  const signedInDriver = await signedIn(browser, people.driver, { url: boli.url });
  const { page } = signedInDriver;
  await page.goto('/');
  await page.getByRole('button', { name: 'Earnings and statement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Earnings and statement' });
  await expect(dialog.getByText(/: ₹216\.00, 1 ride$/).first()).toBeVisible();
  await expect(dialog.getByText(new RegExp(shortOf(one.booking)))).toBeVisible();
  await expect(dialog.locator('dl > div').filter({ hasText: 'You owe Boli now' })).toContainText('₹24.00');
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Month' }).first().check();
  await expect(dialog.getByText(/: ₹216\.00, 1 ride$/).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Earlier' }).click();
  await expect(dialog.getByText('No completed rides in this time')).toBeVisible();
});
