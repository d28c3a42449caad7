import { listBookings } from '@boli/shared/bookings/bookings.endpoints';
import { listQuotes } from '@boli/shared/rides/quotes.endpoints';
import { listRides } from '@boli/shared/rides/rides.endpoints';
import type { Page, WebSocketRoute } from '@playwright/test';
import { Api } from './support/api';
import { signedIn } from './support/people';
import { booked } from './support/stage';
import { expect, test } from './support/test';

/** The connection of a page, which a test cuts and brings back. */
interface Line {
  /** Lets the next request of this path reach the server, and cuts the connection before the reply arrives. */
  cutAfter: (path: string) => Promise<void>;
  /** Waits for the cut and brings the connection back. */
  restore: () => Promise<void>;
}

async function lineOf(page: Page): Promise<Line> {
  let isDown = false;
  let cut = () => {};
  const isCut = new Promise<void>((resolve) => {
    cut = resolve;
  });
  const sockets = new Set<WebSocketRoute>();
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    if (isDown) return socket.close();
    sockets.add(socket);
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!isDown) socket.send(message);
    });
  });
  return {
    cutAfter: async (path) => {
      await page.route(
        (url) => url.pathname === `/api${path}`,
        async (route) => {
          isDown = true;
          const reply = await route.fetch();
          expect(reply.status()).toBeLessThan(300);
          for (const socket of sockets) await socket.close();
          await page.context().setOffline(true);
          await route.abort('connectionreset');
          cut();
        },
        { times: 1 },
      );
    },
    restore: async () => {
      await isCut;
      isDown = false;
      await page.context().setOffline(false);
    },
  };
}

test('once the network is back, a booking whose reply was lost opens, the error is gone, and there is one booking', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const [asha, ravi] = await Promise.all([api.person('customer', 'Asha Verma'), api.driver('Ravi Kumar')]);
  const ride = await api.ride(asha);
  await api.quote(ravi, ride, 240);
  const { page } = await signedIn(browser, asha, { url: city.url });
  const line = await lineOf(page);
  await page.goto(`/?ride=${ride.id}`);
  await page.getByRole('button', { name: 'Select This Driver' }).click();
  await line.cutAfter('/bookings/create');
  await page.getByRole('button', { name: 'Confirm Booking' }).click();
  await expect(page.getByText('Failed to create booking')).toBeVisible();
  await line.restore();
  // At the same time, because the toast is shown for three seconds only.
  await Promise.all([
    expect(page.getByRole('dialog', { name: 'Booking Details' })).toBeVisible(),
    expect(page.getByText('Booking created! Driver will accept shortly.')).toBeVisible(),
  ]);
  await expect(page.getByText('Failed to create booking')).toHaveCount(0);
  expect(await api.call(listBookings, { as: asha })).toHaveLength(1);
});

test('once the network is back, a payment whose reply was lost is shown as paid, and the error is gone', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const { customer, booking } = await booked(api, { status: 'accepted', method: 'phonepe' });
  const { page } = await signedIn(browser, customer, { url: city.url });
  const line = await lineOf(page);
  await page.goto(`/?tab=bookings&booking=${booking.id}&dialog=pay`);
  await page.getByRole('button', { name: 'Proceed to Pay', exact: true }).click();
  await line.cutAfter('/payment/verify');
  await page.getByRole('dialog', { name: 'Test payment' }).getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Payment verification failed')).toBeVisible({ timeout: 20_000 });
  await line.restore();
  await expect(page.getByText('Payment successful!')).toBeVisible();
  await expect(page.getByText('Payment verification failed')).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Complete Payment' })).toHaveCount(0);
});

test('once the network is back, a quote whose reply was lost is shown on its card, and the error is gone', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const name = 'Kabir Malhotra';
  const [asha, ravi] = await Promise.all([api.person('customer', name), api.driver('Ravi Kumar')]);
  const ride = await api.ride(asha);
  const { page } = await signedIn(browser, ravi, { url: city.url });
  const line = await lineOf(page);
  await page.goto('/');
  const card = page.getByRole('article', { name });
  await card.getByRole('button', { name: 'Submit Quote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Submit Quote' });
  await dialog.getByRole('spinbutton').fill('240');
  await line.cutAfter('/quotes/create');
  await dialog.getByRole('button', { name: 'Submit Quote' }).click();
  await expect(page.getByText('Failed to submit quote')).toBeVisible();
  await line.restore();
  await expect(card.getByText('Your quote: ₹240.00')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Failed to submit quote')).toHaveCount(0);
  expect(await api.call(listQuotes, { as: asha, params: { id: ride.id } })).toHaveLength(1);
});

test('once the network is back, the page of a ride request whose reply was lost opens, and the error is gone', async ({
  browser,
  city,
}) => {
  const api = new Api(city.url);
  const asha = await api.person('customer', 'Asha Verma');
  await api.ride(asha);
  const { page } = await signedIn(browser, asha, { url: city.url });
  const line = await lineOf(page);
  await page.goto('/');
  await page.getByRole('button', { name: /^Hauz Khas Village/ }).click();
  await line.cutAfter('/rides/request');
  const dialog = page.getByRole('dialog', { name: 'Create Ride Request' });
  await dialog.getByRole('button', { name: 'Create Ride Request' }).click();
  await expect(page.getByText('Failed to create ride request')).toBeVisible();
  await line.restore();
  await expect(page.getByText('No quotes yet. Drivers will start submitting quotes soon...')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Failed to create ride request')).toHaveCount(0);
  expect(await api.call(listRides, { as: asha })).toHaveLength(2);
});
