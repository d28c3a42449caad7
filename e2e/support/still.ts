import type { Page } from '@playwright/test';

/** Waits until only endless animations run. */
export async function still(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const { iterations } = effect?.getComputedTiming() ?? {};
      return playState !== 'running' || iterations === Number.POSITIVE_INFINITY;
    }),
  );
}
