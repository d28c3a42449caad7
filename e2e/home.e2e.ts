import { savePlace } from '@boli/shared/places/places.endpoints';
import { cancelRide } from '@boli/shared/rides/rides.endpoints';
import type { Locator, Page } from '@playwright/test';
import { Api } from './support/api';
import { faultsOf } from './support/axe';
import { watchUntilClosed } from './support/closing';
import { readyMap } from './support/map';
import { signedIn } from './support/people';
import { expect, test } from './support/test';
import { Finger } from './support/touch';
import { here, typed } from './support/where';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create Ride Request' });
const handleOf = (page: Page) => page.getByRole('button', { name: /of the sheet$/ });
const isPhone = () => test.info().project.name === 'phone';
const drivers = ['Imran Sheikh', 'Ravi Kumar', 'Sunita Yadav', 'Manoj Tiwari', 'Gurpreet Singh', 'Neha Rawat'];

async function boxOf(found: Locator) {
  const box = await found.boundingBox();
  if (!box) throw new Error('the element is not on the page');
  return box;
}

/** A signed-in customer with an open request and `count` quotes on it, from ₹220.00 upward. */
async function withQuotes(
  { browser, city }: { browser: Parameters<typeof signedIn>[0]; city: { url: string } },
  count: number,
) {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Verma');
  const ride = await api.ride(customer, 'B-14, Green Park', 'Khan Market, Middle Lane', here.otherDrop);
  for (const [at, name] of drivers.slice(0, count).entries())
    await api.quote(await api.driver(name), ride, 220 + at * 17.5);
  const { page } = await signedIn(browser, customer, { url: city.url });
  return { api, customer, ride, page };
}

/** Counts trusted pointer and key presses from now on. Returns a function that reads the count. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    const count = ({ isTrusted }: Event) => {
      if (isTrusted) dataset.taps = String(Number(dataset.taps ?? 0) + 1);
    };
    for (const name of ['pointerdown', 'keydown']) document.addEventListener(name, count, true);
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset.taps ?? 0));
}

/** The texts that a button cuts, and `the page` if it scrolls sideways. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const cut = [...document.querySelectorAll('button span')].filter(
      (span) => span.scrollWidth > span.clientWidth + 1 && getComputedStyle(span).overflow === 'hidden',
    );
    const { scrollWidth, clientWidth } = document.documentElement;
    return [...cut.map((span) => span.textContent), ...(scrollWidth > clientWidth ? ['the page'] : [])];
  });

test('a first visit says what the product is, and offers to add Home, which is then offered as a drop', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { page } = await signedIn(browser, await api.person('customer', 'Asha Verma'), { url: city.url });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Asha Verma' })).toBeVisible();
  for (const text of ['Find the best ride for your journey', 'My Ride Requests', 'No ride requests yet'])
    await expect(page.getByText(text)).toBeVisible();
  await test.step('no word is cut on the smallest phone', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(page.getByRole('button', { name: 'Create Your First Ride Request' })).toBeVisible();
    await expect.poll(() => misfits(page)).toEqual([]);
    if (size) await page.setViewportSize(size);
  });
  await page.getByRole('button', { name: 'Add Home' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Home' });
  await dialog.getByRole('button', { name: 'Save Home' }).click();
  await expect(dialog.getByText('Please choose a place from the list, or use your location')).toBeVisible();
  await dialog.getByLabel('Address of Home').fill(`${here.drop.lat}, ${here.drop.lng}`);
  await dialog.getByRole('button', { name: 'Save Home' }).click();
  await expect(page.getByText('Saved as Home')).toBeVisible();
  await page.getByRole('list', { name: 'Ride again' }).getByRole('button', { name: /^Home/ }).click();
  await expect(dialogOf(page).getByLabel('Drop Location')).toHaveValue(`${here.drop.lat}, ${here.drop.lng}`);
});

test('a ride to a recent place takes two taps: the form opens with pickup and drop filled in', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Verma');
  const ended = await api.ride(customer, 'Saket', 'Khan Market, Middle Lane', here.otherDrop);
  await api.call(cancelRide, { as: customer, params: { id: ended.id } });
  await api.call(savePlace, { as: customer, body: { label: 'Studio', address: 'Nehru Place', ...here.drop } });
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto('/');
  const places = page.getByRole('list', { name: 'Ride again' }).getByRole('button');
  await expect(places.first()).toContainText('Khan Market');
  await expect(places.first()).toContainText(/about \d+ km/);
  await expect(places.filter({ hasText: 'Studio' })).toHaveCount(1);
  const taps = await countTaps(page);
  await places.first().click();
  await expect(dialogOf(page).getByLabel('Drop Location')).toHaveValue('Khan Market, Middle Lane');
  await expect(dialogOf(page).getByLabel('Pickup Location')).not.toHaveValue('');
  const sending = page.waitForRequest((request) => request.url().endsWith('/api/rides/request'));
  await dialogOf(page).getByRole('button', { name: 'Create Ride Request' }).click();
  expect((await sending).postDataJSON()).toMatchObject({ drop_location: 'Khan Market, Middle Lane' });
  expect(await taps()).toBe(2);
});

test('the form keeps its pickup and drop until it has disappeared, and its drop is empty at the next opening', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { page } = await signedIn(browser, await api.person('customer', 'Asha Verma'), { url: city.url });
  await page.goto('/?dialog=create-ride');
  const form = dialogOf(page);
  await expect(form.getByLabel('Pickup Location')).not.toHaveValue('');
  await form.getByLabel('Drop Location').fill(typed(here.drop));
  await form.getByLabel('Drop Location').blur();
  const seen = await watchUntilClosed(form);
  await form.getByRole('button', { name: 'Create Ride Request' }).click();
  const contents = await seen();
  expect(contents.length).toBeGreaterThan(0);
  expect(contents.filter((content) => !content.includes(typed(here.drop)))).toEqual([]);
  await page.goto('/?dialog=create-ride');
  await expect(form.getByLabel('Pickup Location')).not.toHaveValue('');
  await expect(form.getByLabel('Drop Location')).toHaveValue('');
});

/** Whether both pins lie on the visible part of the map: on a phone above the sheet, on a desktop right of the panel. */
async function areInView(page: Page): Promise<boolean> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const sheet = isPhone() ? await boxOf(page.getByRole('region', { name: 'Available Quotes' })) : null;
  const left = sheet ? 0 : (await boxOf(page.locator('.maplibregl-map').first())).x;
  const bottom = sheet ? sheet.y : size.height;
  for (const name of ['Pickup', 'Drop']) {
    const pin = await boxOf(page.getByRole('img', { name, exact: true }));
    const [x, y] = [pin.x + pin.width / 2, pin.y + pin.height];
    if (x < left + 8 || x > size.width - 8 || y > bottom || pin.y < 0) return false;
  }
  return true;
}

const sides = { east: { lat: 0, lng: 0.09 }, west: { lat: 0, lng: -0.09 }, north: { lat: 0.08, lng: 0 } };

test('a request opened from the home screen has both pins in view, with the drop to the east, west or north', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Verma');
  for (const [side, { lat, lng }] of Object.entries(sides))
    await api.ride(customer, 'Saket', `Drop in the ${side}`, {
      lat: here.pickup.lat + lat,
      lng: here.pickup.lng + lng,
    });
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto('/');
  await readyMap(page.locator('body'));
  for (const side of Object.keys(sides)) {
    await page.getByRole('link', { name: new RegExp(`Drop in the ${side}`) }).click();
    await expect(page.getByRole('heading', { name: 'Available Quotes' })).toBeVisible();
    await expect.poll(() => areInView(page), side).toBe(true);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Available Quotes' })).toBeHidden();
  }
});

test('on a desktop the map with pins and distance stays in view beside a form that is unfolded and scrolled', async ({
  browser,
  city,
}) => {
  test.skip(isPhone(), 'a phone has the map above the form');
  const { page } = await signedIn(browser, await new Api(city.url).person('customer', 'Asha Verma'), { url: city.url });
  await page.goto('/?dialog=create-ride');
  const form = dialogOf(page);
  for (const [label, place] of [
    ['Pickup Location', here.pickup],
    ['Drop Location', here.drop],
  ] as const) {
    await form.getByLabel(label).fill(typed(place));
    await form.getByLabel(label).blur();
  }
  const distance = form.getByRole('status').filter({ hasText: / km · / });
  await expect(distance).toBeVisible();
  for (const folded of await form.locator('details > summary').all()) await folded.press('Enter');
  await form.getByLabel('Your price (₹)').focus();
  await form.getByRole('switch', { name: 'Schedule for later' }).scrollIntoViewIfNeeded();
  await expect(distance).toBeInViewport({ ratio: 1 });
  for (const name of ['Pickup', 'Drop'])
    await expect(form.getByRole('img', { name, exact: true })).toBeInViewport({ ratio: 1 });
});

test('the home screen shows the number of quotes; the key "/" focuses "Where to?", and Enter then opens the form', async ({
  browser,
  city,
}) => {
  const { page } = await withQuotes({ browser, city }, 3);
  await page.goto('/');
  await expect(page.getByText('3 quotes · from ₹220.00').first()).toBeVisible();
  await page.locator('body').press('/');
  const field = page.getByRole('button', { name: 'Where to?' });
  await expect(field).toBeFocused();
  expect(Math.round((await boxOf(field.locator('..'))).height)).toBe(56);
  await field.press('Enter');
  await expect(dialogOf(page)).toBeVisible();
  const drop = dialogOf(page).getByRole('combobox', { name: 'Drop Location' });
  await expect(drop).toBeFocused();
  await expect(dialogOf(page).getByRole('listbox')).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(drop).toBeFocused();
  // On a phone the list of places covers the switch.
  await drop.press('Escape');
  await expect(dialogOf(page).getByRole('switch', { name: 'Schedule for later' })).toBeChecked();
  await page.goBack();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'Available Quotes' })).toBeVisible();
});

test('with data saving no map is loaded until Show the map is pressed', async ({ browser, city }) => {
  const api = new Api(city.url);
  const { page } = await signedIn(browser, await api.person('customer', 'Asha Verma'), { url: city.url });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  });
  const maps: string[] = [];
  page.on('request', (request) => /\/assets\/(MapView|maplibre)/i.test(request.url()) && maps.push(request.url()));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Where to?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Your First Ride Request' })).toBeVisible();
  expect(maps).toEqual([]);
  await page.getByRole('button', { name: 'Show the map' }).click();
  await readyMap(page.getByRole('main'));
  expect(maps.length).toBeGreaterThan(0);
});

test('at its lowest height the sheet shows the places above the tabs; at no height does it cover the header or cut a word', async ({
  browser,
  city,
}) => {
  test.skip(!isPhone(), 'only a phone has a sheet');
  const { page } = await withQuotes({ browser, city }, 2);
  await page.goto('/');
  await expect(page.getByText('2 quotes · from ₹220.00').first()).toBeVisible();
  await handleOf(page).press('Home');
  const chip = page.getByRole('list', { name: 'Ride again' }).getByRole('button').first();
  const tabs = await boxOf(page.getByRole('tablist'));
  await expect.poll(async () => (await boxOf(chip)).y + (await boxOf(chip)).height).toBeLessThanOrEqual(tabs.y);
  for (const [width, height] of [
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const key of ['Home', 'ArrowUp', 'End']) {
      await handleOf(page).press(key);
      await expect.poll(() => misfits(page), `${width} pixels, ${key}`).toEqual([]);
      const [sheet, head] = [
        page.getByRole('region', { name: 'Your rides' }),
        page.getByRole('button', { name: 'Logout' }),
      ];
      const free = async () => (await boxOf(sheet)).y - (await boxOf(head)).y - (await boxOf(head)).height;
      await expect.poll(free, `${width} pixels, ${key}`).toBeGreaterThanOrEqual(0);
    }
  }
});

test('without quotes the page says when the request expires, and later offers to keep waiting; a quote is announced', async ({
  browser,
  city,
}) => {
  const { api, ride, page } = await withQuotes({ browser, city }, 0);
  await page.clock.install();
  await page.goto(`/?ride=${ride.id}`);
  await expect(page.getByText('No quotes yet. Drivers will start submitting quotes soon...')).toBeVisible();
  await expect(page.getByText(/^Expires in \d+ min$/)).toBeVisible();
  const sound = page.getByRole('switch', { name: 'Sound for new quotes' });
  await sound.click();
  await expect(sound).toBeChecked();
  await page.clock.fastForward(6 * 60_000 + 20_000);
  await expect(page.getByText(/^Nobody has quoted in \d+ min\.$/)).toBeVisible();
  await page.getByRole('button', { name: /^Keep waiting/ }).click();
  await expect(page.getByText(/^Nobody has quoted/)).toBeHidden();
  await api.quote(await api.driver('Sunita Yadav'), ride, 255);
  const announced = page.getByRole('status').filter({ hasText: '1 quote' });
  await expect(announced.filter({ hasText: '₹255.00, Sunita Yadav' })).toBeAttached();
  await page.reload();
  await expect(sound).toBeChecked();
});

test('Post again with changes cancels a request without quotes and opens the form with its pickup and drop', async ({
  browser,
  city,
}) => {
  const { ride, page } = await withQuotes({ browser, city }, 0);
  await page.clock.install();
  await page.goto(`/?ride=${ride.id}`);
  await expect(page.getByText(/^No quotes yet/)).toBeVisible();
  await page.clock.fastForward(6 * 60_000 + 20_000);
  await page.getByRole('button', { name: /^Post again with changes/ }).click();
  await expect(dialogOf(page).getByLabel('Pickup Location')).toHaveValue('B-14, Green Park');
  await expect(dialogOf(page).getByLabel('Drop Location')).toHaveValue('Khan Market, Middle Lane');
  await page.goto(`/?ride=${ride.id}`);
  await expect(page.getByText('This ride request is no longer open (cancelled)')).toBeVisible();
  await page.getByRole('button', { name: 'Post again', exact: true }).click();
  await expect(dialogOf(page).getByRole('button', { name: 'Create Ride Request' })).toBeEnabled();
  await page.goto('/');
  await page.getByRole('button', { name: 'Post again', exact: true }).click();
  await expect(dialogOf(page).getByLabel('Drop Location')).toHaveValue('Khan Market, Middle Lane');
});

test('a request that opens again after a rejection says so', async ({ browser, city }) => {
  const api = new Api(city.url);
  const [customer, driver] = [await api.person('customer', 'Asha Verma'), await api.driver('Ravi Kumar')];
  const ride = await api.ride(customer);
  await api.step(driver, await api.book(customer, await api.quote(driver, ride, 240)), 'rejected');
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto(`/?ride=${ride.id}`);
  await expect(page.getByText('Your request is open again')).toBeVisible();
});

test('quotes are compared in a table, one is opened, and one is booked with cash', async ({ browser, city }) => {
  const { page, ride } = await withQuotes({ browser, city }, 6);
  await page.goto(`/?ride=${ride.id}`);
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByRole('article', { name: 'Imran Sheikh' })).toContainText('Lowest price');
  await expect(page.getByText('Lowest price', { exact: true })).toHaveCount(1);

  await page.getByRole('button', { name: 'Ravi Kumar', exact: true }).click();
  const quote = page.getByRole('dialog', { name: 'Ravi Kumar' });
  for (const fact of ['₹237.50', '7 years of experience', 'Takes cash and UPI'])
    await expect(quote).toContainText(fact);
  await quote.getByRole('button', { name: 'Close' }).click();
  await expect(quote).toBeHidden();

  await page.getByRole('radio', { name: 'Compare' }).check();
  const table = page.getByRole('table', { name: 'All quotes compared' });
  await expect(table.getByRole('radio')).toHaveCount(6);
  await table.getByRole('radio', { name: /^Sunita Yadav/ }).check();
  await page.getByRole('button', { name: 'Select This Driver' }).click();
  const choose = page.getByRole('dialog', { name: 'Select Payment Method' });
  await expect(choose).toContainText('Sunita Yadav');
  await choose.getByRole('button', { name: 'Confirm Booking' }).click();
  await expect(page.getByText('Booking created! Driver will accept shortly.')).toBeVisible();
  await expect(page).toHaveURL(/[?&]booking=/);
  await expect(page.getByRole('dialog', { name: 'Booking Details' })).toBeVisible();
});

test('at the lowest height of the sheet one quote is shown; a price marker, a swipe or an arrow key shows another', async ({
  browser,
  city,
}) => {
  test.skip(!isPhone(), 'only a phone has a sheet');
  const { page, ride } = await withQuotes({ browser, city }, 3);
  await page.goto(`/?ride=${ride.id}`);
  await expect(page.getByRole('article')).toHaveCount(3);
  await handleOf(page).press('Home');
  await expect(page.getByText('Prices stand near the pickup, not where the drivers are')).toBeVisible();
  const shown = (name: string) => page.getByRole('article', { name });
  const isShown = async (name: string) => Math.abs((await boxOf(shown(name))).x - 16) < 2;
  await readyMap(page.getByRole('main'));
  await page.getByRole('button', { name: /^Sunita Yadav: ₹255/ }).click();
  await expect.poll(() => isShown('Sunita Yadav')).toBe(true);
  await shown('Sunita Yadav').getByRole('button', { name: 'Select This Driver' }).press('ArrowLeft');
  await expect.poll(() => isShown('Ravi Kumar')).toBe(true);
  const { y } = await boxOf(shown('Ravi Kumar'));
  await (await Finger.on(page)).drag({ from: { x: 80, y: y + 20 }, to: { x: 330, y: y + 22 } });
  await expect.poll(() => isShown('Imran Sheikh')).toBe(true);
  await expect(page.getByRole('button', { name: /^Imran Sheikh: ₹220/ })).toHaveAttribute('aria-pressed', 'true');
});

test('a desktop shows six quotes without scrolling; hovering a card highlights its price, and focusing a price highlights its card', async ({
  browser,
  city,
}) => {
  test.skip(isPhone(), 'a phone has a sheet');
  const { page, ride } = await withQuotes({ browser, city }, 6);
  await page.goto(`/?ride=${ride.id}`);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(6);
  const last = await boxOf(cards.last());
  expect(last.y + last.height).toBeLessThanOrEqual(800);
  expect(last.height).toBeLessThanOrEqual(90);
  await readyMap(page.getByRole('main'));
  await cards.nth(3).hover();
  await expect(page.getByRole('button', { name: /^Manoj Tiwari: ₹/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /^Neha Rawat: ₹/ }).focus();
  await expect(cards.last()).toHaveAttribute('data-focused', 'true');
});

test('axe finds no violation with the sheet at any height, in the light and the dark scheme', async ({
  browser,
  city,
}) => {
  test.skip(!isPhone(), 'only a phone has a sheet');
  test.setTimeout(180_000);
  const { page, ride } = await withQuotes({ browser, city }, 3);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', `/?ride=${ride.id}`]) {
    await page.goto(path);
    await expect(page.getByText(/3 quotes/).first()).toBeVisible();
    for (const key of ['Home', 'ArrowUp', 'End']) {
      await handleOf(page).press(key);
      expect([path, key, await faultsOf(page, ['light', 'dark'])]).toEqual([path, key, []]);
    }
  }
  await page.getByRole('radio', { name: 'Compare' }).check();
  expect(await faultsOf(page, ['light', 'dark'])).toEqual([]);
});

test('on a wide screen Use my location is on the map, beside the panel', async ({ browser, city }) => {
  test.skip(isPhone(), 'a phone has the map above the sheet');
  const customer = await new Api(city.url).person('customer', 'Asha Verma');
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.context().clearPermissions();
  await page.goto('/');
  const button = await boxOf(page.getByRole('button', { name: 'Use my location' }));
  const map = await boxOf(page.locator('[data-map-ready]').first());
  expect(button.x).toBeGreaterThan(map.x);
  expect(button.y + button.height).toBeLessThan(map.y + map.height);
});
