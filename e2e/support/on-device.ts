import type { Page } from '@playwright/test';

/** Waits until the service worker has cached the whole app and controls this page. */
export async function untilOnDevice(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.state === 'activated' && navigator.serviceWorker.controller !== null;
  });
}
