import { setAvailability } from '@boli/shared/drivers/drivers.endpoints';
import { createQuote } from '@boli/shared/rides/quotes.endpoints';
import { cancelRide, createRide } from '@boli/shared/rides/rides.endpoints';
import type { Locator } from '@playwright/test';
import { Api } from './support/api';
import { misfits, NARROW } from './support/fit';
import { changeLanguage, haveHindiLetters } from './support/language';
import { phoneSize, signedIn } from './support/people';
import { expect, test } from './support/test';
import { endsOf, here, typed } from './support/where';

const LANGUAGES = ['en', 'hi'] as const;
const PHONES = [NARROW, phoneSize];

/** The number of lines that the text of an element takes. */
const linesOf = (element: Element): number => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
};

test('at 320 pixels no dialog button cuts its text and nothing overflows', async ({ browser, city }) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Verma');
  const driver = await api.driver('Ravi Kumar');
  const ride = await api.ride(customer);
  const quote = await api.quote(driver, ride, 1250.75);
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.setViewportSize(NARROW);

  await page.goto('/?dialog=create-ride');
  const create = page.getByRole('button', { name: 'Create Ride Request' });
  await expect(create).toBeVisible();
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  const above = async () => ((await create.boundingBox())?.y ?? 0) - ((await cancel.boundingBox())?.y ?? 0);
  await expect.poll(above).toBe(0);
  await expect.poll(() => misfits(page)).toEqual([]);

  const cancelled = await api.ride(customer);
  await api.call(cancelRide, { as: customer, params: { id: cancelled.id } });
  await page.goto(`/?ride=${cancelled.id}`);
  const card = page.locator('.boli-card').filter({ hasText: 'Nothing was charged.' });
  await expect(card.getByRole('button', { name: 'Post again with another price' })).toBeVisible();
  const margins = () =>
    card.evaluate((box) => [box.getBoundingClientRect().left, innerWidth - box.getBoundingClientRect().right]);
  for (const width of [390, NARROW.width]) {
    await page.setViewportSize({ ...NARROW, width });
    await expect.poll(margins).toEqual([16, 16]);
    await expect.poll(() => misfits(page)).toEqual([]);
  }

  await page.goto(`/?ride=${ride.id}`);
  await page.getByRole('button', { name: 'Select This Driver' }).click();
  await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeVisible();
  await expect.poll(() => misfits(page)).toEqual([]);

  const booking = await api.book(customer, quote);
  await page.goto(`/?tab=bookings&booking=${booking.id}`);
  await page.getByRole('button', { name: 'Cancel Booking' }).click();
  await expect(page.getByRole('button', { name: 'Keep Booking' })).toBeVisible();
  await expect.poll(() => misfits(page)).toEqual([]);
});

test('the price markers of four quotes on one request do not overlap on the map', async ({ browser, city }) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Verma');
  const ride = await api.ride(customer);
  for (const [at, price] of [240, 255.5, 1250.75, 199.99].entries()) {
    await api.quote(await api.driver(`Driver ${at}`), ride, price);
  }
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto(`/?ride=${ride.id}`);
  await expect(page.locator('[data-map-ready=true]')).toBeVisible({ timeout: 60_000 });
  const prices = page.getByRole('button', { name: /^Driver \d: ₹/ });
  await expect(prices).toHaveCount(4);
  const overlapping = () =>
    prices.evaluateAll((buttons) => {
      const areas = buttons.map((button) => button.getBoundingClientRect());
      return areas.flatMap((one, at) =>
        areas
          .slice(at + 1)
          .filter(
            (other) =>
              one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
          ),
      ).length;
    });
  await expect.poll(overlapping).toBe(0);
});

test("the keyboard focus moves to the quotes, and after Back returns to the request's card", async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Verma');
  await api.ride(customer);
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto('/');
  const card = page.getByRole('link', { name: /Connaught Place/ });
  await card.press('Enter');
  await expect(page.getByRole('heading', { name: 'Available Quotes' })).toBeFocused();
  await page.goBack();
  await expect(card).toBeFocused();
});

test('in the table of the quotes a name takes at most two lines and a figure one, on small phones and in Hindi', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Verma');
  const ride = await api.ride(customer);
  for (const [name, car, price] of [
    ['Ravi Kumar Venkataraman', 'Maruti Suzuki Dzire', 1255.5],
    ['Imran Sheikh', 'Toyota Innova Crysta', 290],
  ] as const) {
    const driver = await api.driver(name, car);
    // Far away, so that the table shows its longest time.
    const place = { lat: ride.pickup_lat + 0.1, lng: ride.pickup_lng };
    await api.call(setAvailability, { as: driver, body: { is_available: true, ...place } });
    await api.quote(driver, ride, price);
  }
  const { page, context } = await signedIn(browser, customer, { url: city.url });
  await haveHindiLetters(context);
  await page.goto(`/?ride=${ride.id}`);
  for (const size of PHONES) {
    await page.setViewportSize(size);
    for (const language of LANGUAGES) {
      await changeLanguage(page, language);
      await page.locator('input[type=radio][value=compare]').check({ force: true });
      const table = page.getByRole('table');
      const names = table.locator('label > span:first-of-type');
      await expect(names).toHaveCount(2);
      const place = `${size.width} pixels, ${language}`;
      for (const name of await names.all()) expect(await name.evaluate(linesOf), place).toBeLessThanOrEqual(2);
      for (const figure of await table.getByRole('cell').all()) expect(await figure.evaluate(linesOf), place).toBe(1);
      await expect.poll(() => misfits(page), place).toEqual([]);
    }
  }
});

test("a quote's card shows in full that the quote holds until the ride, on small phones and in Hindi", async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Verma');
  const ride = await api.call(createRide, {
    as: customer,
    body: {
      ...endsOf(here.pickup, here.drop),
      ...{ pickup_location: 'Connaught Place', drop_location: 'Hauz Khas Village' },
      ...{ is_scheduled: true, scheduled_time: new Date(Date.now() + 86_400_000).toISOString() },
    },
  });
  const body = { ride_request_id: ride.id, price: 240, hold_min: null };
  await api.call(createQuote, { as: await api.driver('Ravi Kumar'), body });
  const { page, context } = await signedIn(browser, customer, { url: city.url });
  await haveHindiLetters(context);
  await page.goto(`/?ride=${ride.id}`);
  const clock = page.getByRole('article').getByRole('timer');
  await expect(clock).toBeVisible();
  /** How far (px) the visible text of the clock reaches beyond the part of the card that shows it. */
  const beyond = () =>
    clock.evaluate((timer) => {
      const shown = timer.querySelector('span:not(.visually-hidden)') ?? timer;
      const range = document.createRange();
      range.selectNodeContents(shown);
      const [text, part] = [range.getBoundingClientRect(), timer.parentElement?.parentElement?.getBoundingClientRect()];
      return Math.round(Math.max(text.right - (part?.right ?? 0), text.bottom - (part?.bottom ?? 0)));
    });
  for (const size of PHONES) {
    await page.setViewportSize(size);
    for (const language of LANGUAGES) {
      await changeLanguage(page, language);
      // Read as a string: in a run in another language `expect(clock)` would translate the words.
      const words = language === 'en' ? 'Holds until the ride' : 'राइड तक मान्य';
      await expect.poll(() => clock.textContent()).toContain(words);
      await expect.poll(beyond, `${size.width} pixels, ${language}`).toBeLessThanOrEqual(0);
    }
  }
});

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not shown');
  return box;
};

test('with everything unfolded the form shows the distance, and the pins between its header and its sheet', async ({
  browser,
  city,
}) => {
  const { page } = await signedIn(browser, await new Api(city.url).person('customer', 'Asha Verma'), { url: city.url });
  for (const size of PHONES) {
    await page.setViewportSize(size);
    await page.goto('/?dialog=create-ride');
    const form = page.getByRole('dialog', { name: 'Create Ride Request' });
    for (const [label, place] of [
      ['Pickup Location', here.pickup],
      ['Drop Location', here.drop],
    ] as const) {
      await form.getByLabel(label).fill(typed(place));
      await form.getByLabel(label).press('Escape');
    }
    const distance = form.getByText(/ km · /).filter({ visible: true });
    await expect(distance).toBeVisible();
    for (const folded of await form.locator('details > summary').all()) await folded.press('Enter');
    await expect(form.getByLabel('Your price (₹)')).toBeAttached();
    await expect(distance).toBeInViewport({ ratio: 1 });
    const head = form.getByRole('button', { name: 'Back' }).locator('..');
    const sheet = page.getByRole('region', { name: 'Create Ride Request' });
    for (const name of ['Pickup', 'Drop']) {
      const pin = page.getByRole('img', { name, exact: true });
      const room = async () => {
        const [box, above, below] = [await boxOf(pin), await boxOf(head), await boxOf(sheet)];
        return Math.round(Math.min(box.y - above.y - above.height, below.y - box.y - box.height));
      };
      await expect.poll(room, `${name}, ${size.width} pixels`).toBeGreaterThanOrEqual(0);
    }
  }
});

test('the dates below a chart do not overlap on phones, also in Hindi', async ({ browser, city }) => {
  const admin = await new Api(city.url).person('admin', 'Vikram Shah');
  const { page, context } = await signedIn(browser, admin, { url: city.url });
  await haveHindiLetters(context);
  await page.goto('/?tab=money');
  const chart = page.getByRole('figure').first();
  /** The least distance (px) between two neighbouring dates. */
  const gap = () =>
    chart.evaluate((figure) => {
      const range = document.createRange();
      const dates = [...figure.querySelectorAll('div[aria-hidden] > span')]
        .filter((date) => date.textContent && date.checkVisibility({ visibilityProperty: true }))
        .map((date) => {
          range.selectNodeContents(date);
          return range.getBoundingClientRect();
        });
      if (dates.length < 2) throw new Error('the chart has no dates');
      return Math.min(...dates.slice(1).map(({ left }, at) => left - (dates[at]?.right ?? 0)));
    });
  for (const size of PHONES) {
    await page.setViewportSize(size);
    for (const language of LANGUAGES) {
      await changeLanguage(page, language);
      for (const period of ['day', 'week', 'month'] as const) {
        await page.locator(`input[type=radio][value=${period}]`).first().check({ force: true });
        await expect(chart).toBeVisible();
        await expect.poll(gap, `${size.width} pixels, ${language}, ${period}`).toBeGreaterThanOrEqual(4);
      }
    }
  }
});
