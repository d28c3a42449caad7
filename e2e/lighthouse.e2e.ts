import {
  type Auditor,
  addressedScreens,
  failedAddresses,
  lostPoints,
  type MeasuredPage,
  pointsOf,
  startAuditor,
} from './support/lighthouse';
import { expect, test as plain } from './support/test';

const test = plain.extend<object, { auditor: Auditor; pages: MeasuredPage[] }>({
  auditor: [
    async ({ city }, use) => {
      const auditor = await startAuditor(city.url);
      await use(auditor);
      await auditor.close();
    },
    { scope: 'worker' },
  ],
  pages: [async ({ city }, use) => use(await addressedScreens(city.url)), { scope: 'worker', timeout: 120_000 }],
});

/**
 * Browsers log every call that is refused, for which Lighthouse takes points from best practices. On this screen the call
 * has to be refused: the link in its address is invalid.
 */
const REFUSED_CALLS: Record<string, string> = { '01-confirm': '/api/auth/confirm' };

for (const formFactor of ['mobile', 'desktop'] as const) {
  test(`Lighthouse gives every screen with an address 100 points for accessibility and best practices on a ${formFactor} device`, async ({
    auditor,
    pages,
  }) => {
    test.setTimeout(1_200_000);
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
      const refused = REFUSED_CALLS[page.name];
      if (refused) expect.soft(failedAddresses(result)).toEqual([expect.stringMatching(`${refused}$`)]);
      for (const category of ['accessibility', 'best-practices']) {
        const lost = lostPoints(result, category).filter((audit) => !refused || !audit.startsWith('errors-in-console'));
        const points = refused && category === 'best-practices' ? 96 : 100;
        expect.soft([page.name, category, pointsOf(result, category), ...lost]).toEqual([page.name, category, points]);
      }
    }
  });
}
