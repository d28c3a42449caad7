import type { Page } from '@playwright/test';

/** The bandwidth of a slow phone, in kilobits a second. */
export const KILOBITS = 1_600;

/** Makes a page as slow as on a cheap phone: a quarter of the processor's speed, `kilobits` a second, 150 ms delay. */
export async function slowDown(page: Page, kilobits: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const bytes = (kilobits * 1_000) / 8;
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
}
