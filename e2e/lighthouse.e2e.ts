import { mailSettings, openMailbox, tokenIn } from '../server/src/testing/mailbox';
import { Api } from './support/api';
import {
  type Auditor,
  addressedScreens,
  lostPoints,
  type MeasuredPage,
  pointsOf,
  startAuditor,
} from './support/lighthouse';
import { startBoli } from './support/server';
import { expect, test as plain } from './support/test';

/** The screen that confirms an email address by a link; in the table of screens its link is invalid. */
const CONFIRM = '01-confirm';

const test = plain.extend<object, { auditor: Auditor; pages: MeasuredPage[]; confirm: MeasuredPage }>({
  auditor: [
    async ({ playwright: _playwright }, use) => {
      const auditor = await startAuditor();
      await use(auditor);
      await auditor.close();
    },
    { scope: 'worker' },
  ],
  // Browsers log every refused call, for which Lighthouse takes points. This page's link comes from a mail, and works.
  confirm: [
    async ({ playwright: _playwright }, use) => {
      const mailbox = await openMailbox();
      const boli = await startBoli((url) => mailSettings(mailbox.url, url));
      const { user } = await new Api(boli.url).person('customer', 'Nandini Iyer');
      const token = tokenIn(await mailbox.next(user.email), 'confirm');
      await use({ name: CONFIRM, url: `${boli.url}/auth?confirm=${token}`, who: null });
      await boli.stop();
      await mailbox.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  pages: [
    async ({ city, confirm }, use) => {
      const screens = await addressedScreens(city.url);
      await use(screens.map((page) => (page.name === CONFIRM ? confirm : page)));
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

for (const formFactor of ['mobile', 'desktop'] as const) {
  test(`Lighthouse gives every screen with an address 100 points for accessibility and best practices on a ${formFactor} device`, async ({
    auditor,
    pages,
  }) => {
    test.setTimeout(1_200_000);
    expect(pages.map(({ name }) => name)).toContain(CONFIRM);
    for (const page of pages) {
      const result = await auditor.audit(page, {
        formFactor,
        ...(formFactor === 'desktop' && {
          screenEmulation: { mobile: false, width: 1280, height: 800, deviceScaleFactor: 1 },
        }),
        onlyCategories: ['accessibility', 'best-practices'],
        // Nothing is timed: the page loads as fast as the machine allows.
        throttlingMethod: 'provided',
      });
      for (const category of ['accessibility', 'best-practices']) {
        const lost = lostPoints(result, category);
        expect.soft([page.name, category, pointsOf(result, category), ...lost]).toEqual([page.name, category, 100]);
      }
    }
  });
}
