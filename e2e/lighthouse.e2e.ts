import {
  type Auditor,
  addressedScreens,
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
      for (const category of ['accessibility', 'best-practices']) {
        expect
          .soft([page.name, category, pointsOf(result, category), ...lostPoints(result, category)])
          .toEqual([page.name, category, 100]);
      }
    }
  });
}
