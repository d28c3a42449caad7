import type { Page } from '@playwright/test';
import { Api } from './support/api';
import { misfits, NARROW } from './support/fit';
import { person, phoneSize, signedIn } from './support/people';
import { openScreen } from './support/screen';
import { screensOf } from './support/screens';
import { expect, test as plain } from './support/test';
import { type Town, townOf } from './support/town';

/** The town whose screens are checked, created once for each worker: no test here changes it. */
const test = plain.extend<object, { town: Town }>({
  town: [async ({ city }, use) => use(await townOf(new Api(city.url))), { scope: 'worker', timeout: 120_000 }],
});

const isLong = Boolean(process.env.LONG);

/**
 * Font sizes of the browser in pixels: the default is 16, and 32 is text of twice the size (WCAG 2.2, 1.4.4). The
 * smallest phone is as wide as 1280 pixels at 400% zoom (1.4.10); larger text there is more than WCAG demands.
 */
const USUAL = 16;
const LARGER = 24;
const TWICE = 32;

const forms = [
  { name: 'with text of twice the size on a phone', viewport: phoneSize, font: TWICE },
  { name: 'on a large phone', viewport: { width: 430, height: 932 }, font: USUAL },
  // 1280 by 800 pixels at 200%.
  { name: 'at 200% zoom on a desktop', viewport: { width: 640, height: 400 }, font: USUAL },
  ...(isLong
    ? [{ name: 'with text of one and a half times the size on the smallest phone', viewport: NARROW, font: LARGER }]
    : []),
];

/** The names of the checked screens: without `LONG` one screen of each kind. */
const shown = isLong
  ? /./
  : /^(01-register-errors|02-my-rides|04-quotes|05-payment-method|06-details-driver-accepted|09-admin-money|12-account)$/;

/** Sets the font size of the browser's settings: unlike a style, it also counts in media queries. */
async function setFontSize(page: Page, pixels: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } });
}

for (const { name, viewport, font } of forms) {
  test(`the screens can be read without scrolling sideways ${name}`, async ({ browser, city, town }) => {
    test.setTimeout(isLong ? 1_200_000 : 120_000);
    const screens = screensOf(town).filter((screen) => shown.test(screen.name));
    for (const who of new Set(screens.map((screen) => screen.who))) {
      const { context, page: first } = who
        ? await signedIn(browser, who, { url: city.url })
        : await person(browser, { name: 'nobody', url: city.url });
      await first.close();
      for (const screen of screens.filter((one) => one.who === who)) {
        await test.step(screen.name, async () => {
          // A new page for each screen, without drafts, routes and positions of the previous screen.
          const page = await context.newPage();
          await page.setViewportSize(viewport);
          await setFontSize(page, font);
          await openScreen(page, screen, 'click');
          await expect
            .configure({ soft: true })
            .poll(() => misfits(page), screen.name)
            .toEqual([]);
          await page.close();
        });
      }
      await context.close();
    }
  });
}
