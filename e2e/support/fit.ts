import type { Page } from '@playwright/test';

/** The narrowest supported page: 1280 px at 400% zoom. */
export const NARROW = { width: 320, height: 640 } as const;

/**
 * What a person could not read, as text: words outside the page or cut at an edge, words of buttons, tabs and headings
 * that are broken or leave their place, tabs over each other, and `the page` where it scrolls sideways. Fair are what
 * scrolls sideways on purpose (`data-sideways`), an ellipsis outside buttons, and the break of a word that three
 * quarters of the screen have no room for.
 */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    /** Whether only screen readers have it: what is clipped away, too. The map draws in its own pixels. */
    const isHidden = (element: Element | null): boolean => {
      if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
      if (element.closest('[inert], .maplibregl-map')) return true;
      for (let around: Element | null = element; around; around = around.parentElement)
        if (getComputedStyle(around).clipPath !== 'none') return true;
      return false;
    };
    const isCutOnPurpose = (element: Element) => getComputedStyle(element).textOverflow === 'ellipsis';

    /** Whether a part of the rectangle is cut by an element that hides or scrolls what is beside it. */
    const isCut = (text: Element, { left, right }: DOMRect) => {
      for (let around: Element | null = text; around && around !== document.body; around = around.parentElement) {
        if (around.matches('[data-sideways=true]') || isCutOnPurpose(around)) return false;
        if (getComputedStyle(around).overflowX === 'visible') continue;
        const edge = around.getBoundingClientRect();
        if (right > edge.right + 1 || left < edge.left - 1) return true;
      }
      return right > width + 1 || left < -1;
    };

    /** Every visible piece of text with its element. */
    const texts: { node: Text; element: Element }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const element = node.parentElement;
      if (node.data.trim() && element && !isHidden(element)) texts.push({ node, element });
    }
    const rangeOf = (node: Text, from = 0, to = node.length) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return range;
    };
    const cut = texts
      .filter(({ node, element }) => isCut(element, rangeOf(node).getBoundingClientRect()))
      .map(({ node }) => `cut: ${node.data.trim()}`);

    const NAMED = 'button, [role=tab], label, a, h1, h2, h3, dt';
    const broken = texts.flatMap(({ node, element }) => {
      const named = element.closest(NAMED);
      if (!named || isCutOnPurpose(element)) return [];
      return [...node.data.matchAll(/\p{L}[\p{L}\p{M}]+/gu)].flatMap(({ 0: word, index }) => {
        const lines = [...rangeOf(node, index, index + word.length).getClientRects()];
        const length = lines.reduce((sum, line) => sum + line.width, 0);
        const isBroken = new Set(lines.map(({ top }) => Math.round(top))).size > 1 && length < width * 0.75;
        return isBroken ? [`broken: ${word}`] : [];
      });
    });

    const tabs = texts
      .flatMap(({ node, element }) => {
        const tab = element.closest('[role=tab]');
        return tab ? [{ tab, text: node.data.trim(), at: rangeOf(node).getBoundingClientRect() }] : [];
      })
      .sort((one, other) => one.at.left - other.at.left);
    const overlapping = tabs.flatMap(({ tab, text, at }, place) =>
      tabs
        .slice(place + 1)
        .filter((next) => next.tab !== tab && next.tab.parentElement === tab.parentElement)
        .filter((next) => next.at.left < at.right - 1 && next.at.top < at.bottom && at.top < next.at.bottom)
        .map((next) => `overlapping: ${text}, ${next.text}`),
    );

    const shortened = [...document.querySelectorAll('button span:not(.visually-hidden)')]
      .filter((span) => span.scrollWidth > span.clientWidth + 1 && getComputedStyle(span).overflow !== 'visible')
      .filter((span) => !isHidden(span))
      .map((span) => `shortened: ${span.textContent}`);
    const page = document.documentElement.scrollWidth > width ? ['the page'] : [];
    return [...new Set([...cut, ...broken, ...overlapping, ...shortened, ...page])];
  });
}
