import { setAvailability } from '@boli/shared/drivers/drivers.endpoints';
import type { Locator, Page } from '@playwright/test';
import { Api } from './support/api';
import { journeysIn } from './support/journeys-in';
import { readyMap } from './support/map';
import { signedIn } from './support/people';
import { expect, test } from './support/test';
import { Finger } from './support/touch';
import { here, typed } from './support/where';

const LABEL = 'Available Quotes';
/** The keys that move the sheet to its lowest and its middle height: at both the map is visible above the sheet. */
const HEIGHTS = ['Home', 'ArrowUp'] as const;
const PHONES = [
  { width: 390, height: 844, most: 10 },
  { width: 360, height: 640, most: 10 },
  { width: 320, height: 640, most: 10 },
] as const;

/** Opens the page of a customer with an open request. Returns the page, and functions that open and add quotes. */
async function stage(
  { browser, city }: { browser: Parameters<typeof signedIn>[0]; city: { url: string } },
  { drop = here.drop, from = 'Connaught Place' } = {},
) {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Verma');
  const ride = await api.ride(customer, from, 'Hauz Khas Village', drop);
  const { page } = await signedIn(browser, customer, { url: city.url });
  let quotes = 0;
  return {
    page,
    /** Opens the quotes by a tap on the request's card, as a customer does. */
    openByTap: async () => {
      await page.goto('/');
      await page.getByRole('link', { name: /Connaught Place/ }).click();
    },
    open: () => page.goto(`/?ride=${ride.id}`),
    quote: async () => {
      quotes += 1;
      const driver = await api.driver(`Driver ${quotes} of a long name`, 'Maruti Suzuki WagonR of 2019');
      // The driver is so far away that the card shows its longest text: "about 45 min away".
      const place = { lat: ride.pickup_lat + 0.1 + quotes / 1_000, lng: ride.pickup_lng };
      await api.call(setAvailability, { as: driver, body: { is_available: true, ...place } });
      await api.quote(driver, ride, 200 + quotes * 15.5);
    },
  };
}
const sheetOf = (page: Page) => page.getByRole('region', { name: LABEL });
const handleOf = (page: Page) => page.getByRole('button', { name: /of the sheet$/ });

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
async function boxesOf(found: Locator): Promise<Box[]> {
  return found.evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
}
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Waits until the sheet and the map have stopped moving. */
async function settled(page: Page): Promise<void> {
  const top = () => sheetOf(page).evaluate((sheet) => sheet.getBoundingClientRect().top);
  let before = Number.NaN;
  await expect
    .poll(async () => {
      const now = await top();
      const isStill = now === before;
      before = now;
      return isStill;
    })
    .toBe(true);
  await readyMap(page.locator('body'));
}

test('after a tap on a request, the sheet with its quotes begins at 40% of the height of the screen', async ({
  browser,
  city,
}) => {
  const { page, openByTap, quote } = await stage({ browser, city });
  for (let count = 0; count < 3; count += 1) await quote();
  for (const { width, height } of PHONES) {
    await page.setViewportSize({ width, height });
    await openByTap();
    await expect(page.getByRole('article')).toHaveCount(3);
    await settled(page);
    const top = async () => (await boxesOf(sheetOf(page)))[0]?.y;
    expect(Math.round((await top()) ?? 0)).toBe(Math.round(height * 0.4));
  }
});

test('three complete quotes fit under the map on a phone, and two on the smallest phone', async ({ browser, city }) => {
  const { page, open, quote } = await stage({ browser, city });
  for (let count = 0; count < 4; count += 1) await quote();
  await open();
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(4);
  await expect(cards.first()).toContainText(/about \d+ min away/);
  const isCut = (text: Element) =>
    text.scrollWidth > text.clientWidth ||
    text.getBoundingClientRect().right > (text.parentElement?.getBoundingClientRect().right ?? 0);
  expect(
    await cards
      .first()
      .getByText(/about \d+ min away/)
      .evaluate(isCut),
  ).toBe(false);
  // Lines of Hindi text are higher, so fewer quotes fit.
  const [onPhone, onSmallest] = journeysIn === 'en' ? [3, 2] : [2, 1];
  const bottoms = async () => (await boxesOf(cards)).map(({ y, height }) => Math.round(y + height));
  await expect.poll(async () => (await bottoms())[onPhone - 1]).toBeLessThanOrEqual(844);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(async () => (await bottoms())[onSmallest - 1]).toBeLessThanOrEqual(640);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

for (const { width, height, most } of PHONES)
  test(`on ${width} by ${height} pixels no price marker is covered by another, a pin, the header or the sheet, with 1 to ${most} quotes`, async ({
    browser,
    city,
  }) => {
    const { page, open, quote } = await stage({ browser, city });
    await quote();
    await page.setViewportSize({ width, height });
    await open();
    const prices = page.getByRole('button', { name: /^Driver \d+ of a long name: ₹/ });
    const clashes = async () => {
      const bubbles = await boxesOf(prices);
      const others = [
        ...(await boxesOf(sheetOf(page))),
        ...(await boxesOf(page.getByRole('button', { name: 'Back' }))),
        ...(await boxesOf(page.getByText('Connaught Place', { exact: true }).first().locator('../..'))),
        ...(await boxesOf(page.getByRole('img', { name: /^(Pickup|Drop)$/ }))),
      ];
      return bubbles.flatMap((one, at) =>
        [...bubbles.slice(at + 1), ...others].filter((other) => overlap(one, other)).map((other) => [one, other]),
      );
    };
    for (let count = 1; count <= most; count += 1) {
      if (count > 1) await quote();
      await expect(page.getByRole('article')).toHaveCount(count);
      for (const key of HEIGHTS) {
        await handleOf(page).press(key);
        await settled(page);
        await expect.poll(clashes, `${count} quotes, ${key}`).toEqual([]);
        expect(await prices.count()).toBeGreaterThanOrEqual(width < 390 ? Math.min(count, 3) : count);
      }
    }
  });

test('a price that has no room on the smallest phone is shown while its quote has the focus', async ({
  browser,
  city,
}) => {
  const { page, open, quote } = await stage({ browser, city });
  for (let count = 0; count < 10; count += 1) await quote();
  await page.setViewportSize({ width: 320, height: 640 });
  await open();
  await settled(page);
  const prices = page.getByRole('button', { name: /^Driver \d+ of a long name: ₹/ });
  await expect(page.getByRole('article')).toHaveCount(10);
  await expect.poll(() => prices.count()).toBeLessThan(10);
  // The list is sorted by price, and the map leaves the last prices out.
  await expect(prices.filter({ hasText: '355' })).toHaveCount(0);
  await page.getByRole('article').last().getByRole('button').first().focus();
  await expect(prices.filter({ hasText: '355' })).toHaveCount(1);
});

/** A drop 0.8 km south-west of the pickup, near the texts on the map. */
const beside = { lat: Number((here.pickup.lat - 0.006).toFixed(5)), lng: Number((here.pickup.lng - 0.005).toFixed(5)) };
const overlaps = async (one: Locator, other: Locator) => {
  const [mine, others] = [await boxesOf(one), await boxesOf(other)];
  if (mine.length === 0 || others.length === 0) throw new Error('one of the two elements is not on the page');
  return mine.some((a) => others.some((b) => overlap(a, b)));
};

test('the pins of a short ride do not overlap; the drop is clear of the prices and of the texts on the map', async ({
  browser,
  city,
}) => {
  const { page, open, quote } = await stage({ browser, city }, { drop: beside });
  await open();
  const [pickup, drop] = [page.getByRole('img', { name: 'Pickup' }), page.getByRole('img', { name: 'Drop' })];
  const words = page.getByText('Simplified map').or(page.locator('.maplibregl-ctrl-attrib'));
  for (let count = 0; count < 5; count += 1) {
    for (const key of HEIGHTS) {
      await handleOf(page).press(key);
      await settled(page);
      expect([count, key, await overlaps(pickup, drop), await overlaps(drop, words)]).toEqual([
        count,
        key,
        false,
        false,
      ]);
    }
    await quote();
    await expect(page.getByRole('article')).toHaveCount(count + 1);
  }
  const prices = page.getByRole('button', { name: /^Driver \d+ of a long name: ₹/ });
  await expect(prices).toHaveCount(5);
  expect(await overlaps(prices, drop)).toBe(false);
});

test('in the line above the map, the name of the drop gets more than 40% of the width even if the name of the pickup is long', async ({
  browser,
  city,
}) => {
  const { page, open } = await stage(
    { browser, city },
    { from: 'B-14, Green Park Extension, near the old water tower' },
  );
  await page.setViewportSize({ width: 320, height: 640 });
  await open();
  const drop = page.getByText('Hauz Khas Village', { exact: true }).first();
  await expect(drop).toBeVisible();
  const share = await drop.evaluate((end) => end.clientWidth / (end.parentElement?.clientWidth ?? 0));
  expect(share).toBeGreaterThan(0.4);
});

test('on the map of the form the drop pin is not covered by the text with the distance', async ({ browser, city }) => {
  const { page } = await stage({ browser, city });
  await page.goto('/?dialog=create-ride');
  const form = page.getByRole('dialog', { name: 'Create Ride Request' });
  for (const [label, place] of [
    ['Pickup Location', here.pickup],
    ['Drop Location', beside],
  ] as const) {
    await form.getByLabel(label).fill(typed(place));
    await form.getByLabel(label).press('Escape');
  }
  const distance = page.getByRole('status').filter({ hasText: / km · / });
  await expect(distance).toBeVisible();
  await readyMap(page.locator('body'));
  await expect.poll(() => overlaps(page.getByRole('img', { name: 'Drop' }), distance)).toBe(false);
});

test('touch and keys move the sheet; at full height its list scrolls; the focused element stays visible', async ({
  browser,
  city,
}) => {
  const { page, open, quote } = await stage({ browser, city });
  for (let count = 0; count < 6; count += 1) await quote();
  await open();
  await settled(page);
  const finger = await Finger.on(page);
  const snap = () => sheetOf(page).getAttribute('data-snap');
  const drag = (from: number, to: number, more = {}) =>
    finger.drag({ from: { x: 195, y: from }, to: { x: 195, y: to }, ...more });

  await test.step('a slow drag ends at the nearest height, a flick at the next one', async () => {
    await drag(360, 620, { steps: 30, restMs: 150 });
    await expect.poll(snap).toBe('0');
    await settled(page);
    await drag(740, 560, { steps: 2, stepMs: 0 });
    await expect.poll(snap).toBe('1');
    await settled(page);
    await drag(700, 300, { steps: 10 });
    await expect.poll(snap).toBe('2');
    await settled(page);
  });

  await test.step('at full height the list scrolls, and pulling it down from its start moves the sheet', async () => {
    const firstTop = async () => (await boxesOf(page.getByRole('article')))[0]?.y ?? 0;
    const before = await firstTop();
    await drag(700, 400, { steps: 10 });
    await expect.poll(firstTop).toBeLessThan(before - 100);
    expect(await snap()).toBe('2');
    // The list keeps scrolling after the finger is lifted. Each reading scrolls it back to its start, so two readings
    // of 0 in a row show that it has stopped.
    const scrolled = () =>
      sheetOf(page).evaluate((sheet) => {
        const list = sheet.querySelector('[data-scrolls]');
        const top = list?.scrollTop;
        list?.scrollTo({ top: 0 });
        return top;
      });
    await expect.poll(async () => [await scrolled(), await scrolled()], { intervals: [500] }).toEqual([0, 0]);
    await drag(300, 620, { steps: 20, restMs: 150 });
    await expect.poll(snap).toBe('1');
    await settled(page);
  });

  await test.step('the map behind the sheet reacts to touch', async () => {
    await handleOf(page).press('Home');
    await settled(page);
    await page.evaluate(() => {
      document.querySelector('.maplibregl-canvas')?.addEventListener('pointerdown', () => {
        document.body.dataset.mapTouched = 'true';
      });
    });
    await finger.tap(60, 420);
    await expect(page.locator('body')).toHaveAttribute('data-map-touched', 'true');
  });

  await test.step('after each of forty Tab presses the focused element is visible', async () => {
    /** What has the focus, and whether all of it is in view and not covered; null without a focus. */
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isTop = element.contains(there) || there?.contains(element);
        return {
          what: element.textContent || element.getAttribute('aria-label'),
          isSeen: top >= -1 && bottom <= 845 && Boolean(isTop),
        };
      });
    for (let tabs = 0; tabs < 40; tabs += 1) {
      await page.keyboard.press('Tab');
      // A list that scrolls to its focused element may take some frames.
      await expect.poll(async () => ({ isSeen: true, ...(await focused()) })).toMatchObject({ isSeen: true });
    }
  });
});
