import { expect, type Page } from '@playwright/test';
import { Api } from './support/api';
import { expectAccessible } from './support/axe';
import { deploymentOf } from './support/deployment';
import { untilOnDevice } from './support/on-device';
import { signedIn } from './support/people';
import { test } from './support/test';

test.use({ serviceWorkers: 'allow' });

/** Dispatches the event by which Chromium offers to install a page; in the contexts of tests Chromium never does. */
async function offerInstall(page: Page): Promise<void> {
  await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = async () => document.documentElement.setAttribute('data-asked', 'yes');
    window.dispatchEvent(Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome: 'accepted' }) }));
  });
}

test('the app has everything that a browser needs to install it', async ({ page, boli }) => {
  await page.goto(`${boli.url}/auth`);
  const client = await page.context().newCDPSession(page);
  const { errors, url } = await client.send('Page.getAppManifest');
  expect([errors, url]).toEqual([[], `${boli.url}/manifest.webmanifest`]);
  const manifest = await (await fetch(url)).json();
  for (const { src, sizes } of manifest.icons) {
    const answer = await fetch(new URL(src, boli.url));
    expect([src, answer.status]).toEqual([src, 200]);
    const drawn = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect([src, drawn]).toEqual([src, sizes]);
  }
  await untilOnDevice(page);
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  // A test's context is a private window, which must be the only obstacle to an installation.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('without a network the app starts with the last user and says that it is reconnecting', async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const { context, page } = await signedIn(browser, await api.person('customer', 'Asha Verma'), { url: boli.url });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Asha Verma' })).toBeVisible();
  await untilOnDevice(page);
  await context.setOffline(true);
  for (const path of ['/', '/?tab=history']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Welcome, Asha Verma' })).toBeVisible();
    await expect(page.getByText(/Reconnecting…/)).toBeVisible();
    await expect(page.getByText('No ride requests yet')).toBeHidden();
  }
  await expectAccessible(page);
  const kept = await keptAddresses(page);
  expect(kept).toContain('/index.html');
  expect(kept.filter((path) => /^\/(api|socket\.io|health)/.test(path))).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByText(/Reconnecting…/)).toBeHidden({ timeout: 30_000 });
});

/** The paths of all entries in the caches of this device. */
function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
}

test('a newer version is found while the page is open, shown in a banner, and activated only by Reload', async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const deployment = await deploymentOf(boli.url);
  const who = await signedIn(browser, await api.person('customer', 'Asha Verma'), { url: deployment.url });
  const { page } = who;
  await page.clock.install();
  await page.goto('/?dialog=create-ride');
  const field = page.getByRole('combobox', { name: 'Pickup Location' });
  await field.fill('Connaught Place');
  await untilOnDevice(page);
  const said = page.getByText('A new version is available');
  await page.clock.fastForward(60_000);
  await expect(said).toBeHidden();
  deployment.renew();
  await page.clock.fastForward(60_000);
  await page.clock.fastForward(120_000);
  await expect(field).toHaveValue('Connaught Place');
  expect(who.loads()).toBe(1);

  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  // The new version is downloaded in the background while the page draws its map.
  await expect(said).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(who.loads).toBe(2);
  await expect(page.getByRole('heading', { name: 'Welcome, Asha Verma' })).toBeVisible();
  await expect(said).toBeHidden();
  expect(await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))).toBe(false);
  await deployment.stop();
});

test("the install banner covers neither the tabs nor the main button; 'Not Now' is remembered after a reload", async ({
  browser,
  boli,
}) => {
  const api = new Api(boli.url);
  const { page } = await signedIn(browser, await api.person('customer', 'Asha Verma'), { url: boli.url });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Asha Verma' })).toBeVisible();
  await offerInstall(page);
  const install = page.getByRole('button', { name: 'Install' });
  await expect(install).toBeVisible();
  await expectAccessible(page);
  const card = await page.getByRole('region', { name: 'Install Boli' }).boundingBox();
  const bar = await page.getByRole('tablist').boundingBox();
  expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.getByRole('button', { name: 'Create Your First Ride Request' }).click();
  await page.goBack();
  await page.getByRole('button', { name: 'Not Now' }).click();
  await expect(install).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome, Asha Verma' })).toBeVisible();
  await offerInstall(page);
  await expect(install).toBeHidden();

  await page.evaluate(() => localStorage.removeItem('install_dismissed_at'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome, Asha Verma' })).toBeVisible();
  await offerInstall(page);
  await install.click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
  await expect(install).toBeHidden();
});

test("an iPhone shows the install steps Share and 'Add to Home Screen', but not if the app is installed", async ({
  browser,
  boli,
}) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
  const phone = await browser.newContext({ baseURL: boli.url, userAgent });
  const page = await phone.newPage();
  await page.goto('/auth');
  await expect(page.getByText(/Share.*Add to Home Screen/)).toBeVisible();
  await page.getByRole('tab', { name: 'Register' }).click();
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible();
  await expectAccessible(page);
  await phone.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
  await page.reload();
  await expect(
    page.getByRole('button', { name: 'Sign In' }).or(page.getByRole('button', { name: 'Create Account' })),
  ).toBeVisible();
  await expect(page.getByText(/Add to Home Screen/)).toBeHidden();
});
