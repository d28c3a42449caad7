import { type BrowserContext, type CDPSession, expect, type Page, type Worker } from '@playwright/test';
import { Api } from './support/api';
import { signedIn } from './support/people';
import { test } from './support/test';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker controls this page, and returns the id of its registration for CDP. */
async function registrationOf(page: Page, cdp: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  await page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.state === 'activated' && navigator.serviceWorker.controller !== null;
  });
  return found;
}

interface Shown {
  title: string;
  body: string;
  tag: string;
}

/** The part of the worker's global scope that these tests use: TypeScript's own types of it are not loaded here. */
interface WorkerScope extends EventTarget {
  shown: Shown[];
  registration: { showNotification: (title: string, options: Omit<Shown, 'title'>) => Promise<void> };
}

/** Records each notification that the worker would show: headless Chromium shows none, and refuses the permission. */
async function recordShown(context: BrowserContext): Promise<Worker> {
  const worker = context.serviceWorkers().at(-1);
  if (!worker) throw new Error('there is no service worker');
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    scope.shown = [];
    scope.registration.showNotification = async (title, { body, tag }) => {
      scope.shown = [...scope.shown.filter((one) => one.tag !== tag), { title, body, tag }];
    };
  });
  return worker;
}

const shown = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as WorkerScope).shown);

/** Presses a notification that links to this URL. Returns whether the worker closed the notification. */
const press = (worker: Worker, address: string) =>
  worker.evaluate((url) => {
    const pressed = { isClosed: false };
    const close = () => Object.assign(pressed, { isClosed: true });
    const event = Object.assign(new Event('notificationclick'), {
      notification: { data: { url }, close },
      waitUntil: () => undefined,
    });
    globalThis.dispatchEvent(event);
    return pressed.isClosed;
  }, address);

test('a pushed quote is shown as a notification while no page is visible; a press opens its ride request', async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const asha = await api.person('customer', 'Asha Verma');
  const ride = await api.ride(asha);
  const { context, page } = await signedIn(browser, asha, { url: boli.url });
  await page.goto('/');
  const cdp = await context.newCDPSession(page);
  const registrationId = await registrationOf(page, cdp);
  const worker = await recordShown(context);
  const push = (data: object | string) =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin: boli.url,
      registrationId,
      data: typeof data === 'string' ? data : JSON.stringify(data),
    });
  const message = { title: 'New quote', body: 'Ravi offers ₹240.00', tag: ride.id, url: `/?ride=${ride.id}` };

  await test.step('while a page is visible no notification is shown', async () => {
    // The worker may be slower than this check, but the next step lists every notification since the start.
    await push({ ...message, tag: 'in sight' });
    expect(await shown(worker)).toEqual([]);
  });

  await test.step('ten quotes are one notification', async () => {
    await page.goto('about:blank');
    for (let index = 0; index < 10; index += 1) await push({ ...message, body: `Driver ${index} offers ₹240.00` });
    await push('no JSON');
    await push({ ...message, tag: 'elsewhere', url: 'https://example.org/' });
    await expect
      .poll(() => shown(worker))
      .toEqual([{ title: 'New quote', body: 'Driver 9 offers ₹240.00', tag: ride.id }]);
  });

  await test.step('while only a page of the server outside the app is visible, a notification is shown', async () => {
    await page.goto(`${boli.url}/health`);
    await push({ ...message, tag: 'outside the app' });
    await expect.poll(async () => (await shown(worker)).map(({ tag }) => tag)).toEqual([ride.id, 'outside the app']);
  });

  await test.step('the loss of the subscription is reported to the page of the app', async () => {
    await page.goto('/?tab=safety');
    await expect(page.getByRole('heading', { name: 'Emergency Contacts' })).toBeVisible();
    const reported = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data.type), { once: true });
          document.body.dataset.listens = 'yes';
        }),
    );
    await page.locator('body[data-listens]').waitFor();
    await worker.evaluate(() => {
      const event = Object.assign(new Event('pushsubscriptionchange'), { waitUntil: () => undefined });
      globalThis.dispatchEvent(event);
    });
    expect(await reported).toBe('DROPPED');
  });

  await test.step('a press closes the notification and opens the request in the open page', async () => {
    await page.goto('/?tab=safety');
    await expect(page.getByRole('heading', { name: 'Emergency Contacts' })).toBeVisible();
    expect(await press(worker, message.url)).toBe(true);
    await expect(page.getByRole('heading', { name: 'Available Quotes' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('ride')).toBe(ride.id);
  });

  await test.step("a press opens the request in the app's window, not in a newer window outside the app", async () => {
    await page.goto('/?tab=safety');
    await expect(page.getByRole('heading', { name: 'Emergency Contacts' })).toBeVisible();
    const outside = await context.newPage();
    await outside.goto(`${boli.url}/health`);
    await press(worker, message.url);
    await expect(page.getByRole('heading', { name: 'Available Quotes' })).toBeVisible();
    await outside.close();
  });

  await test.step('a press loads the URL in a page whose app does not reply to the worker', async () => {
    await page.goto('/?tab=safety');
    await expect(page.getByRole('heading', { name: 'Emergency Contacts' })).toBeVisible();
    await page.evaluate(() =>
      navigator.serviceWorker.addEventListener('message', (event) => event.stopImmediatePropagation(), true),
    );
    await press(worker, message.url);
    await expect(page.getByRole('heading', { name: 'Available Quotes' })).toBeVisible();
  });

  await test.step('with two pages of the app, a press opens the request in only one of them', async () => {
    await page.goto('/?tab=safety');
    await expect(page.getByRole('heading', { name: 'Emergency Contacts' })).toBeVisible();
    const other = await context.newPage();
    await other.goto(`${boli.url}/?tab=history`);
    await expect(other.getByRole('heading', { level: 1 }).first()).toBeAttached();
    await page.bringToFront();
    await press(worker, message.url);
    const opened = async () =>
      [page, other].filter((one) => new URL(one.url()).searchParams.get('ride') === ride.id).length;
    await expect.poll(opened).toBe(1);
    await other.close();
  });

  await test.step('in WebKit a notification is shown even while a page is visible', async () => {
    await worker.evaluate(() =>
      Object.defineProperty(navigator, 'userAgent', {
        value: 'Mozilla/5.0 AppleWebKit/605.1.15 Version/18.4 Safari/605',
      }),
    );
    await page.bringToFront();
    await push({ ...message, tag: 'webkit' });
    await expect
      .poll(async () => (await shown(worker)).map(({ tag }) => tag))
      .toEqual([ride.id, 'outside the app', 'webkit']);
  });
  await context.close();
});

/** Makes the notification permission undecided in a page: headless Chromium has refused it. */
const askable = () => {
  Object.defineProperty(Notification, 'permission', { get: () => 'default' });
};

test('notifications are offered when a driver goes online; Not Now, by keyboard, hides the offer and moves the focus to the page', async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const ravi = await api.driver('Ravi Kumar');
  const { context, page } = await signedIn(browser, ravi, { url: boli.url });
  await context.addInitScript(askable);
  const card = page.getByRole('region', { name: 'Get notified?' });
  const online = page.getByRole('switch', { name: 'Online' });
  await page.goto('/');
  await expect(online).toBeEnabled();
  await expect(card).toHaveCount(0);
  await online.press('Space');
  await expect(page.getByText('You are offline').first()).toBeVisible();
  await online.press('Space');
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Not Now' }).press('Enter');
  await expect(card).toHaveCount(0);
  await expect(page.locator('#main')).toBeFocused();
  await context.close();
});
