import { markArrived, readBooking } from '@boli/shared/bookings/bookings.endpoints';
import { sendLocation } from '@boli/shared/tracking/tracking.endpoints';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { Api } from './support/api';
import { readyMap } from './support/map';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { still } from './support/still';
import { expect, test } from './support/test';
import { Finger } from './support/touch';
import { here } from './support/where';

const TITLE = 'Booking Details';
const dialogOf = (page: Page) => page.getByRole('dialog', { name: TITLE });
const sheetOf = (page: Page) => page.getByRole('region', { name: TITLE });
const at = ({ id }: { id: string }) => `/?tab=bookings&booking=${id}`;
const carOf = (page: Page) => page.locator('[data-marker=driver]');

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('the element is not shown');
  return box;
}

/** Where on the screen a pin points to: the middle of a car, the tip of a pickup or drop. */
async function placeOf(pin: Locator, isCar: boolean): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await boxOf(pin);
  return { x: x + width / 2, y: isCar ? y + height / 2 : y + height };
}

/** The part of the map that the header and the sheet leave free. */
async function freeBox(page: Page) {
  const head = await boxOf(dialogOf(page).getByRole('heading', { name: TITLE }).locator('../..'));
  const sheet = await boxOf(sheetOf(page));
  return { top: head.y + head.height, bottom: sheet.y, left: 0, right: page.viewportSize()?.width ?? 0 };
}

/** The names of the pins that are not in the free part of the map. */
async function outside(page: Page, next: 'Pickup' | 'Drop'): Promise<string[]> {
  const free = await freeBox(page);
  const places = [
    ['car', await placeOf(carOf(page), true)],
    [next, await placeOf(page.getByRole('img', { name: next }), false)],
  ] as const;
  return places.flatMap(([name, { x, y }]) =>
    x >= free.left && x <= free.right && y >= free.top && y <= free.bottom ? [] : [`${name} at ${x},${y}`],
  );
}

test('for forty positions car and drop stay between header and sheet; dragging stops the camera until Recentre is pressed', async ({
  browser,
  city,
}) => {
  test.setTimeout(180_000);
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'in_progress' });
  const { page } = await signedIn(browser, customer, { url: city.url });
  const { pickup_lat, pickup_lng, drop_lat, drop_lng } = booking;
  const fix = (part: number) => ({
    lat: pickup_lat + (drop_lat - pickup_lat) * part,
    lng: pickup_lng + (drop_lng - pickup_lng) * part,
  });
  const drive = async (part: number) => {
    const { lat, lng } = fix(part);
    await api.call(sendLocation, { as: driver, params: { id: booking.id }, body: { lat, lng } });
    await expect(carOf(page)).toHaveAttribute('data-lat', lat.toFixed(4));
  };
  await page.goto(at(booking));
  await readyMap(page.locator('body'));
  await api.call(sendLocation, { as: driver, params: { id: booking.id }, body: fix(0) });
  await expect(carOf(page)).toBeVisible();
  await expect.poll(() => outside(page, 'Drop')).toEqual([]);

  for (let step = 1; step <= 40; step += 1) {
    await drive(step / 200);
    expect([step, await outside(page, 'Drop')]).toEqual([step, []]);
  }
  for (const key of ['Home', 'ArrowUp']) {
    await page.getByRole('button', { name: /of the sheet$/ }).press(key);
    await expect.poll(() => outside(page, 'Drop'), key).toEqual([]);
  }

  const finger = await Finger.on(page);
  const pan = () => finger.drag({ from: { x: 190, y: 150 }, to: { x: 330, y: 330 } });
  const recentre = page.getByRole('button', { name: 'Recentre' });
  await pan();
  await expect(recentre).toBeVisible();
  await pan();
  // A pin is between two pixels until the map has come to rest.
  await readyMap(page.locator('body'));
  const before = await placeOf(page.getByRole('img', { name: 'Drop' }), false);
  for (let step = 41; step <= 45; step += 1) {
    await drive(step / 200);
    expect(await placeOf(page.getByRole('img', { name: 'Drop' }), false)).toEqual(before);
  }
  await recentre.click();
  await expect.poll(() => outside(page, 'Drop')).toEqual([]);
  await expect(recentre).toBeHidden();
});

test("the label with the age of the position moves above a car that is drawn in the label's place, and returns", async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'accepted' });
  const { page } = await signedIn(browser, customer, { url: city.url });
  const pill = page.getByText(/^updated \d+ (s|min) ago$/);
  const middleOf = async (locator: Locator) => {
    const { x, y, width, height } = await boxOf(locator);
    return { x: x + width / 2, y: y + height / 2 };
  };
  await page.goto(at(booking));
  const body = { lat: booking.pickup_lat + 0.006, lng: booking.pickup_lng + 0.004 };
  await api.call(sendLocation, { as: driver, params: { id: booking.id }, body });
  await expect(carOf(page)).toBeVisible();
  await readyMap(page.locator('body'));
  const place = await middleOf(pill);
  const car = await middleOf(carOf(page));
  const finger = await Finger.on(page);
  const from = { x: 60, y: 120 };
  // The map follows the finger: the car is then drawn where the label was.
  await finger.pull({ from, to: { x: from.x + place.x - car.x, y: from.y + place.y - car.y } });
  await expect.poll(async () => Math.abs((await middleOf(carOf(page))).y - place.y)).toBeLessThan(20);
  await expect
    .poll(async () => {
      const [label, below] = [await boxOf(pill), await boxOf(carOf(page))];
      return label.y + label.height <= below.y;
    })
    .toBe(true);
  await finger.lift();
  await page.getByRole('button', { name: 'Recentre' }).click();
  await expect.poll(() => middleOf(pill).then(({ y }) => y)).toBe(place.y);
});

/**
 * Hides the nearest sticky or fixed ancestor of the element, or the element itself if it is sticky or fixed: the footer
 * of a sheet, or the page's tabs at the lower edge of the screen.
 */
const hideEdge = (within: Locator) =>
  within.evaluate((node) => {
    for (let around: Element | null = node; around; around = around.parentElement)
      if (around instanceof HTMLElement && ['sticky', 'fixed'].includes(getComputedStyle(around).position)) {
        around.style.visibility = 'hidden';
        return;
      }
  });

/** Waits until the map is drawn and no pin moves on it. */
const settled = async (page: Page) => {
  await readyMap(page.locator('body'));
  await still(page);
};

test("the label with the age of the position covers neither a pin nor a pin's tip", async ({ browser, city }) => {
  const api = new Api(city.url);
  // The drop is drawn left of the pickup and a little below it, at the place of the label.
  const { pickup } = here;
  const drop = { lat: pickup.lat - 0.0004, lng: pickup.lng - 0.0013 };
  const { customer, driver, booking } = await booked(api, { status: 'accepted', drop });
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto(at(booking));
  const pill = page.getByText(/^updated \d+ (s|min) ago$/);
  const pins = page.locator('.maplibregl-marker');
  for (const north of [0.002, 0.003, 0.004, 0.006]) {
    const body = { lat: pickup.lat + north, lng: pickup.lng + 0.75 * north };
    await api.call(sendLocation, { as: driver, params: { id: booking.id }, body });
    await expect(carOf(page)).toHaveAttribute('data-lat', body.lat.toFixed(4));
    await settled(page);
    const covered = async () => {
      const [label, ...boxes] = await Promise.all([pill, ...(await pins.all())].map(boxOf));
      if (!label) throw new Error('no label');
      return boxes.filter(
        (pin) =>
          pin.x < label.x + label.width &&
          label.x < pin.x + pin.width &&
          pin.y < label.y + label.height &&
          label.y < pin.y + pin.height,
      );
    };
    await expect(pins).toHaveCount(3);
    await expect.poll(covered, `${north}`).toEqual([]);
  }
});

test("a car at the pickup does not cover the letter of the pickup's pin", async ({ browser, city }) => {
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'accepted' });
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto(at(booking));
  const letter = page.getByRole('img', { name: 'Pickup' }).getByText('P');
  for (const north of [0, 0.0001, 0.0002, 0.0003, 0.0004]) {
    const body = { lat: booking.pickup_lat + north, lng: booking.pickup_lng };
    await api.call(sendLocation, { as: driver, params: { id: booking.id }, body });
    await expect(carOf(page)).toHaveAttribute('data-lat', body.lat.toFixed(4));
    await settled(page);
    const isFree = async () => {
      const [one, other] = [await boxOf(letter), await boxOf(carOf(page))];
      return one.y + one.height <= other.y + 2 || other.y + other.height <= one.y + 2;
    };
    await expect.poll(isFree, `${north}`).toBe(true);
  }
});

test('hiding the footer or the tabs over the lower edge of the map does not change the upper edge of the screen', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, driver, booking } = await booked(api, { status: 'accepted' });
  const screens = [
    { who: driver, path: at(booking), edge: 'button', name: 'Start Ride & Track Location' },
    { who: customer, path: '/', edge: 'tab', name: 'My Rides' },
  ] as const;
  for (const { who, path, edge, name } of screens) {
    const { page } = await signedIn(browser, who, { url: city.url });
    await page.goto(path);
    const over = page.getByRole(edge, { name });
    await expect(over).toBeVisible();
    await settled(page);
    // The part is cut out of a whole picture: for a picture with a `clip` the browser draws only a part of the page.
    const top = async () =>
      sharp(await page.screenshot({ animations: 'disabled' }))
        .extract({ left: 0, top: 0, width: 390, height: 120 })
        .raw()
        .toBuffer();
    // Two pictures differ until the last fade has ended.
    await expect.poll(async () => (await top()).equals(await top())).toBe(true);
    const before = await top();
    await hideEdge(over);
    expect((await top()).equals(before), name).toBe(true);
  }
});

test('a customer sees the status of the trip from waiting to rating, on the same map as the quotes', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const driver = await api.driver('Ravi Kumar');
  const other = await api.driver('Sunita Yadav');
  const customer = await api.person('customer', 'Asha Verma');
  const ride = await api.ride(customer);
  await api.quote(driver, ride, 220);
  await api.quote(other, ride, 260);
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto(`/?ride=${ride.id}`);
  const map = page.locator('[data-map-ready]');
  await readyMap(page.locator('body'));
  await map.evaluate((element) => element.setAttribute('data-mark', 'the first'));
  const details = dialogOf(page);
  const head = details.getByRole('heading', { level: 3 }).first();

  await test.step('waiting for the driver to accept', async () => {
    await page.getByRole('article', { name: 'Ravi Kumar' }).getByRole('button', { name: 'Select This Driver' }).click();
    await page.getByRole('button', { name: 'Confirm Booking' }).click();
    await expect(page.getByText('Booking created! Driver will accept shortly.')).toBeVisible();
    await expect(head).toHaveText('Waiting for Ravi Kumar to accept');
    await expect(
      details.getByText(
        '1 other quote stays open until its time is over. If Ravi Kumar does not accept, you choose again.',
      ),
    ).toBeVisible();
    await expect(details.getByRole('button', { name: 'Cancel Booking' })).toBeVisible();
    await expect(page.getByRole('tablist')).toHaveCount(0);
  });
  const booking = { id: new URL(page.url()).searchParams.get('booking') ?? '' };
  const current = () => api.call(readBooking, { as: driver, params: { id: booking.id } });
  const share = (north: number) =>
    api.call(sendLocation, {
      as: driver,
      params: { id: booking.id },
      body: { lat: here.pickup.lat + north, lng: here.pickup.lng },
    });

  await test.step('accepted: the minutes, the plate and a link to call; then the driver is here', async () => {
    await api.step(driver, await current(), 'accepted');
    await expect(head).toHaveText('The driver is coming to you');
    await expect(page.getByText("Waiting for the driver's location")).toBeVisible();
    await share(0.008);
    await expect(head).toHaveText(/^(about )?\d+ min$/);
    await expect(details.getByText(/^here .* km$/)).toBeVisible();
    await expect(details.getByText('DL 1C AB 1234')).toBeVisible();
    await expect(details.getByRole('link', { name: 'Call Ravi Kumar' })).toBeVisible();
    await api.call(markArrived, { as: driver, params: { id: booking.id } });
    await expect(head).toHaveText('Ravi Kumar is here');
    await expect(details.getByText(/^Waiting since/)).toBeVisible();
    await expect(details.getByText('Check the number plate')).toBeVisible();
    await expect(details.getByText('Number plate D L 1 C A B 1 2 3 4')).toBeAttached();
    await details.getByRole('button', { name: 'Light up' }).click();
    await page.getByRole('button', { name: 'Stop lighting up' }).click();
    await expect(page.getByRole('button', { name: 'Stop lighting up' })).toHaveCount(0);
  });

  await test.step('in progress, and completed', async () => {
    await api.step(driver, await current(), 'in_progress');
    await expect(details.getByText('Your driver is on the way. Track location above.')).toBeVisible();
    await share(-0.002);
    await expect(head).toHaveText(/^(about )?\d+ min$/);
    await api.step(driver, await current(), 'completed');
    await expect(head).toHaveText('Ride completed');
  });

  await test.step('after the ride the rating stars, Rate This Ride and Ride back are visible without scrolling', async () => {
    for (const name of ['Poor', 'Excellent', 'Rate This Ride', 'Ride back']) {
      await expect(details.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
  });

  await test.step('two presses rate the ride', async () => {
    await details.getByRole('button', { name: 'Very Good' }).click();
    await page.getByRole('button', { name: 'Submit Rating' }).click();
    await expect(page.getByText('Thank you for your rating!')).toBeVisible();
    await expect(details.getByRole('button', { name: 'Rate This Ride' })).toHaveCount(0);
    await expect(details.getByText('You rated 4 of 5')).toBeInViewport();
  });
  await expect(map).toHaveCount(1);
  await expect(map).toHaveAttribute('data-mark', 'the first');

  await test.step('Ride back opens the form with pickup and drop exchanged', async () => {
    await details.getByRole('button', { name: 'Ride back' }).click();
    const form = page.getByRole('dialog', { name: 'Create Ride Request' });
    await expect(form.getByLabel('Pickup Location')).toHaveValue('Hauz Khas Village');
    await expect(form.getByLabel('Drop Location')).toHaveValue('Connaught Place');
  });
});

test('a driver sees the earnings, can navigate, and has to confirm an arrival that is marked far from the pickup', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { driver, booking } = await booked(api, { status: 'pending' });
  const { pickup_lat: lat, pickup_lng: lng } = booking;
  const far = { latitude: lat + 0.01, longitude: lng };
  const { page } = await signedIn(browser, driver, { url: city.url, at: far });
  await page.goto(at(booking));
  const details = dialogOf(page);
  const head = details.getByRole('heading', { level: 3 }).first();
  await expect(head).toHaveText('Asha Verma chose you');
  await expect(head.locator('../..')).toContainText('₹216.00');
  await expect(details.getByText(/km to the pickup$|min to pickup/)).toBeInViewport();
  await expect(carOf(page)).toBeVisible();
  const [reject, accept] = [
    await boxOf(details.getByRole('button', { name: 'Reject' })),
    await boxOf(details.getByRole('button', { name: 'Accept' })),
  ];
  expect(accept.height).toBeGreaterThanOrEqual(56);
  expect(accept.width).toBeGreaterThan(reject.width * 1.25);
  await details.getByRole('button', { name: 'Accept' }).click();
  await expect(details.getByText('Asha Verma sees where you are')).toBeVisible();
  await expect(details.getByRole('link', { name: 'Navigate to Connaught Place' })).toHaveAttribute(
    'href',
    new RegExp(`${lat},${lng}`.replaceAll('.', '\\.').replace(',', '(,|%2C)')),
  );
  await details.getByRole('button', { name: "I'm here" }).click();
  const question = page.getByRole('dialog', { name: 'Are you at the pickup?' });
  await question.getByRole('button', { name: 'Not yet' }).click();
  await details.getByRole('button', { name: "I'm here" }).click();
  await question.getByRole('button', { name: "Yes, I'm here" }).click();
  await expect(head).toHaveText('Asha Verma knows that you are here');
  await details.getByRole('button', { name: 'Start Ride & Track Location' }).click();
  await expect(details.getByRole('link', { name: 'Navigate to Hauz Khas Village' })).toBeVisible();
  await details.getByRole('button', { name: 'Complete Ride' }).click();
  await expect(head).toHaveText('Ride completed');
  const cash = details.getByRole('button', { name: /^(Cash received|Mark Payment as Completed)$/ });
  await expect(cash).toBeInViewport({ ratio: 1 });
  await expect(cash).toHaveAttribute('data-variant', 'filled');
  await details.getByRole('button', { name: 'Back to the requests' }).click();
  await expect(details).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Available Rides' })).toHaveAttribute('aria-selected', 'true');
});

test('a booking that ended without a ride says why, and leads to the quotes, to a new request or to all requests', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const customer = await api.person('customer', 'Asha Verma');
  const driver = await api.driver('Ravi Kumar');
  const people = { customer, driver };
  const { page } = await signedIn(browser, customer, { url: city.url });
  const details = dialogOf(page);

  await test.step('rejected: the request is open again, and the booking leads to its quotes', async () => {
    const { booking, ride } = await booked(api, { status: 'pending', people });
    await api.step(driver, booking, 'rejected');
    await api.quote(await api.driver('Sunita Yadav'), ride, 260);
    await page.goto(at(booking));
    await expect(details.getByText('Ravi Kumar did not accept')).toBeVisible();
    await expect(details.getByText(/^Your request is open again/)).toBeVisible();
    await expect(details.getByText('· Not charged')).toBeVisible();
    // A locked button has a pale background. When it unlocks, the text has to fade together with the background: white
    // text on the pale background would be illegible for a moment.
    const locked = details.getByRole('button', { name: 'See the quotes' });
    await expect(locked).toHaveCSS('transition-property', 'background-color, color');
    await details.getByRole('button', { name: 'See the quotes' }).click();
    await expect(page).toHaveURL(new RegExp(`ride=${ride.id}`));
    await expect(page.getByRole('heading', { name: 'Available Quotes' })).toBeVisible();
    await expect(page.getByRole('article', { name: 'Sunita Yadav' })).toBeVisible();
  });

  await test.step('cancelled by the customer: Post again creates a request with the same places', async () => {
    const { booking } = await booked(api, { status: 'accepted', people });
    await api.cancel(customer, booking, 'Change of plans');
    await page.goto(at(booking));
    await expect(details.getByText('You cancelled this ride')).toBeVisible();
    await details.getByRole('button', { name: 'Post again' }).click();
    const form = page.getByRole('dialog', { name: 'Create Ride Request' });
    await expect(form.getByLabel('Pickup Location')).toHaveValue('Connaught Place');
    await form.getByRole('button', { name: 'Create Ride Request' }).click();
    await expect(page.getByText('Ride request created! Drivers will start submitting quotes.')).toBeVisible();
  });

  await test.step('for the driver: back to the requests', async () => {
    const { booking } = await booked(api, { status: 'accepted', people });
    await api.cancel(customer, booking, 'Change of plans');
    const signedInDriver = await signedIn(browser, driver, { url: city.url });
    await signedInDriver.page.goto(at(booking));
    await expect(dialogOf(signedInDriver.page).getByText('Asha Verma cancelled', { exact: true })).toBeVisible();
    await dialogOf(signedInDriver.page).getByRole('button', { name: 'Back to the requests' }).click();
    await expect(signedInDriver.page.getByText('Connaught Place').first()).toBeVisible();
  });
});

test('a booking opens wherever its card is pressed, and Back returns to the list', async ({ browser, city }) => {
  const api = new Api(city.url);
  const { customer, booking } = await booked(api, { status: 'pending' });
  const { page } = await signedIn(browser, customer, { url: city.url });
  await page.goto('/?tab=bookings');
  const card = page.getByRole('article', { name: `Booking ${booking.id.slice(0, 8)}` });
  const { width, height } = await boxOf(card);
  const details = dialogOf(page);
  for (const position of [
    { x: 8, y: 8 },
    { x: width - 8, y: 8 },
    { x: width / 2, y: height / 2 },
  ]) {
    await card.click({ position });
    await expect(details).toBeVisible();
    await expect(card).toBeHidden();
    await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
    await page.goBack();
    await expect(details).toHaveCount(0);
    await expect(card).toBeVisible();
  }
  await card.getByRole('button').press('Enter');
  await details.getByRole('button', { name: 'Back' }).click();
  await expect(card.getByRole('button')).toBeFocused();
});
