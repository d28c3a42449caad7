import type { Locator } from '@playwright/test';

/**
 * Records what a dialog shows after each change of the page, until the dialog has disappeared. Returns a function that
 * waits until then and returns the different contents, each as the values of the fields followed by the text.
 */
export async function watchUntilClosed(dialog: Locator): Promise<() => Promise<string[]>> {
  const page = dialog.page();
  await dialog.evaluate((element) => {
    const seen = new Set<string>();
    const look = () => {
      if (!element.isConnected) {
        Object.assign(window, { seenUntilClosed: [...seen] });
        observer.disconnect();
        return;
      }
      const values = [...element.querySelectorAll('input')].map(({ value }) => value);
      seen.add([...values, element.textContent].join('\n'));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    look();
  });
  return async () => {
    await page.waitForFunction(() => 'seenUntilClosed' in window);
    return page.evaluate(() => Reflect.get(window, 'seenUntilClosed'));
  };
}
