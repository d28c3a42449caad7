import { expect, type Page } from '@playwright/test';

/** The size of a finger's target in pixels (WCAG 2.2, 2.5.5). */
const TARGET_PX = 44;

/** The roles of the elements that people press. */
export const pressedRoles = [
  ...['button', 'link', 'tab', 'option', 'switch', 'checkbox', 'radio', 'slider', 'spinbutton', 'combobox', 'textbox'],
  ...['menuitem', 'menuitemcheckbox', 'menuitemradio', 'treeitem'],
];

/** The elements that people press; radio buttons, checkboxes and switches are pressed on their labels as well. */
const CONTROLS = [
  ...['button', 'a[href]', 'input:not([type=hidden], [type=file])', 'select', 'textarea', 'summary'],
  ...pressedRoles.map((role) => `[role=${role}]`),
].join();

/** The longest wait (ms) for the controls to stop moving: a busy machine is slow to move a map's prices apart. */
const SETTLED_MS = 5_000;

/** The controls of the page that are too small for a finger once nothing moves, as `measure` returns them. */
export async function smallTargets(page: Page): Promise<string[]> {
  let found = await measure(page);
  const until = Date.now() + SETTLED_MS;
  await expect
    .poll(async () => {
      if (found.length > 0) found = await measure(page);
      return found.length === 0 || Date.now() > until;
    })
    .toBe(true);
  return found;
}

/**
 * The controls of the page whose area for a finger is smaller than 44 by 44 pixels, each with the size of that area:
 * invisible rims and labels count. Links within a sentence are exempt, as in WCAG, and so is the map's own
 * attribution.
 */
function measure(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ size, controls }) => {
      type Direction = readonly [right: number, down: number];
      const labelsOf = (control: Element) => (control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []);
      const areaOf = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        return width * height;
      };
      const isHit = (control: Element, x: number, y: number): boolean => {
        const there = document.elementFromPoint(x, y);
        return there !== null && (control.contains(there) || there.closest('label')?.control === control);
      };
      /** How many pixels away from its middle, in one direction, a control is still hit; at most the size of a target. */
      const reach = (control: Element, x: number, y: number, [right, down]: Direction): number => {
        let far = 0;
        while (far < size && isHit(control, x + right * (far + 1), y + down * (far + 1))) far += 1;
        return far;
      };
      const isInSentence = (control: Element) =>
        getComputedStyle(control).display === 'inline' &&
        (control.parentElement?.textContent?.trim().length ?? 0) > (control.textContent?.trim().length ?? 0);
      // A toast covers a part of what is below it for some seconds only.
      const toasts = document.querySelectorAll<HTMLElement>('[data-toast]');
      for (const toast of toasts) toast.style.visibility = 'hidden';
      const found = [...document.querySelectorAll(controls)].flatMap((control) => {
        if (control.closest('[inert], [data-toast], .maplibregl-ctrl-attrib') || isInSentence(control)) return [];
        const seen = [control, ...labelsOf(control)].filter((part) =>
          part.checkVisibility({ visibilityProperty: true }),
        );
        const largest = seen.toSorted((a, b) => areaOf(b) - areaOf(a))[0];
        if (!largest) return [];
        largest.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const { left, top, width, height } = largest.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        // A finger cannot press what is under a dialog or for screen readers only.
        if (width < 2 || !isHit(control, x, y)) return [];
        const across = reach(control, x, y, [-1, 0]) + reach(control, x, y, [1, 0]);
        const down = reach(control, x, y, [0, -1]) + reach(control, x, y, [0, 1]);
        // The middle may be between two pixels.
        if (across >= size - 1 && down >= size - 1) return [];
        const name = control.getAttribute('aria-label') ?? largest.textContent ?? '';
        return [`target of ${across} by ${down} px: ${control.tagName.toLowerCase()} ${name.trim().slice(0, 40)}`];
      });
      for (const toast of toasts) toast.style.visibility = '';
      return found;
    },
    { size: TARGET_PX, controls: CONTROLS },
  );
}
