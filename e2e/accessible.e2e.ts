import type { Browser, Page } from '@playwright/test';
import { Api } from './support/api';
import { faultsOf } from './support/axe';
import { person, signedIn } from './support/people';
import { dialogOf, openScreen, type Screen } from './support/screen';
import { screensOf } from './support/screens';
import { smallTargets } from './support/targets';
import { expect, test as plain } from './support/test';
import { keepDriving, type Town, townOf } from './support/town';

/** The town that the table of screens shows, created once for each worker: no test here changes it. */
const test = plain.extend<object, { town: Town }>({
  town: [
    async ({ city }, use) => {
      const api = new Api(city.url);
      const town = await townOf(api);
      const park = keepDriving(api, town);
      await use(town);
      park();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Returns a fault if Escape does not close the screen's dialog, or if the focus does not then return to `opener`. */
async function keyboardFaults(page: Page, screen: Screen, opener: Awaited<ReturnType<typeof openScreen>>) {
  if (!screen.dialog || !opener) return [];
  const dialog = dialogOf(page, screen);
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(isInside, { message: `${screen.name}: the focus goes into the dialog` }).toBe(true);
  await page.keyboard.press('Escape');
  try {
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    return [];
  } catch (error) {
    return [`keyboard: ${String(error).slice(0, 300)}`];
  }
}

const isPhone = () => test.info().project.name === 'phone';
/** Colours do not depend on the size: a phone is checked in both schemes, a desktop in one. */
const schemesOf = () => (isPhone() ? (['light', 'dark'] as const) : (['dark'] as const));

async function look(browser: Browser, url: string, screens: Screen[]): Promise<string[]> {
  const found: string[] = [];
  const [first] = screens;
  const { context, page } = first?.who
    ? await signedIn(browser, first.who, { url })
    : await person(browser, { name: 'nobody', url });
  await page.close();
  for (const screen of screens) {
    // A new page for each screen, without drafts, routes and positions of the previous one.
    const own = await context.newPage();
    // Without animations the test does not have to wait until elements have stopped moving.
    await own.emulateMedia({ reducedMotion: 'reduce' });
    try {
      const opener = await openScreen(own, screen, 'key');
      // axe counts fields that are scrolled out of view as if they covered the sheet's handle.
      await own.evaluate(() => {
        for (const body of document.querySelectorAll('[data-scrolls]')) body.scrollTo({ top: 0 });
      });
      const faults = [
        ...(await faultsOf(own, schemesOf())),
        ...(isPhone() ? await smallTargets(own) : []),
        ...(await keyboardFaults(own, screen, opener)),
      ];
      for (const fault of faults) found.push(`${screen.name}: ${fault}`);
    } catch (error) {
      found.push(`${screen.name}: ${String(error).slice(0, 400)}`);
    }
    await own.close();
  }
  await context.close();
  return found;
}

const groups = {
  'everybody and customers who request rides': /^0[1-4](?!.*driver)|^1[0-4](?!.*driver)/,
  'customers who book and pay': /^0[56](?!.*driver)/,
  drivers: /^0[78]|driver/,
  admins: /^09|^15/,
  'people for whom something fails': /^16/,
} as const;

// This file takes much longer than any other, so its groups run on all workers.
test.describe.configure({ mode: 'parallel' });

for (const [group, part] of Object.entries(groups)) {
  test(`axe finds no violation on any screen of ${group}, targets have 44 pixels, and every dialog can be opened and closed by keyboard`, async ({
    browser,
    city,
    town,
  }) => {
    test.setTimeout(600_000);
    const screens = screensOf(town).filter(({ name }) => part.test(name));
    const found: string[] = [];
    for (const who of new Set(screens.map((screen) => screen.who)))
      found.push(
        ...(await look(
          browser,
          city.url,
          screens.filter((screen) => screen.who === who),
        )),
      );
    expect(found).toEqual([]);
  });
}
