import type { Page } from '@playwright/test';

/** The narrowest supported page: 1280 px at 400% zoom. */
export const NARROW = { width: 320, height: 640 } as const;

/** Buttons whose texts do not fit, and whether the page scrolls horizontally. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut = [...document.querySelectorAll('button span:not(.visually-hidden)')].filter(
      (span) => span.scrollWidth > span.clientWidth + 1 && getComputedStyle(span).overflow !== 'visible',
    );
    const root = document.documentElement;
    const outside = [...document.querySelectorAll('[role=dialog] button')].filter(
      (button) => button.getBoundingClientRect().right > root.clientWidth,
    );
    return [
      ...[...cut, ...outside].map((element) => element.textContent ?? ''),
      ...(root.scrollWidth > root.clientWidth ? ['the page'] : []),
    ];
  });
}
