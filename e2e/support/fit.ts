import type { Page } from '@playwright/test';

/** The narrowest supported page: 1280 px at 400% zoom. */
export const NARROW = { width: 320, height: 640 } as const;

/** A text node that a person can see, and its element. */
interface Seen {
  node: Text;
  element: Element;
}

/** The visible texts, except those that are inert, on a map, or clipped because they are for screen readers only. */
function seenTexts(): Seen[] {
  const isHidden = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    if (element.closest('[inert], .maplibregl-map')) return true;
    for (let around: Element | null = element; around; around = around.parentElement)
      if (getComputedStyle(around).clipPath !== 'none') return true;
    return false;
  };
  const texts: Seen[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const element = node.parentElement;
    if (node.data.trim() && element && !isHidden(element)) texts.push({ node, element });
  }
  return texts;
}

/** Texts that lie partly outside the page, or outside an element around them that hides or scrolls its overflow. */
function cutTexts(texts: Seen[]): string[] {
  const { clientWidth: width } = document.documentElement;
  const isCut = ({ node, element }: Seen) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(around);
      if (around.matches('[data-sideways=true]') || textOverflow === 'ellipsis') return false;
      if (overflowX === 'visible') continue;
      const edge = around.getBoundingClientRect();
      if (right > edge.right + 1 || left < edge.left - 1) return true;
    }
    return right > width + 1 || left < -1;
  };
  return texts.filter(isCut).map(({ node }) => `cut: ${node.data.trim()}`);
}

/** Words of buttons, tabs, links, labels and headings that are broken though shorter than 3/4 of the page's width. */
function brokenWords(texts: Seen[]): string[] {
  const room = document.documentElement.clientWidth * 0.75;
  const named = texts.filter(
    ({ element }) =>
      element.closest('button, [role=tab], label, a, h1, h2, h3, dt') &&
      getComputedStyle(element).textOverflow !== 'ellipsis',
  );
  return named.flatMap(({ node }) =>
    [...node.data.matchAll(/\p{L}[\p{L}\p{M}]+/gu)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const parts = [...range.getClientRects()];
      const lines = new Set(parts.map(({ top }) => Math.round(top)));
      const length = parts.reduce((sum, part) => sum + part.width, 0);
      return lines.size > 1 && length < room ? [`broken: ${word}`] : [];
    }),
  );
}

/** Pairs of tabs of one tab list whose texts overlap. */
function overlappingTabs(texts: Seen[]): string[] {
  const tabs = texts.flatMap(({ node, element }) => {
    const tab = element.closest('[role=tab]');
    const range = document.createRange();
    range.selectNodeContents(node);
    return tab ? [{ tab, text: node.data.trim(), at: range.getBoundingClientRect() }] : [];
  });
  return tabs.flatMap(({ tab, text, at }) =>
    tabs
      .filter((other) => other.tab !== tab && other.tab.parentElement === tab.parentElement)
      .filter((other) => other.at.left >= at.left && other.at.left < at.right - 1)
      .filter((other) => other.at.top < at.bottom && at.top < other.at.bottom)
      .map((other) => `overlapping: ${text}, ${other.text}`),
  );
}

/** Texts of buttons that are wider than their place, and `the page` if it scrolls sideways. */
function tooWide(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const shortened = [...document.querySelectorAll('button span:not(.visually-hidden)')].filter(
    (span) =>
      span.checkVisibility({ opacityProperty: true }) &&
      span.scrollWidth > span.clientWidth + 1 &&
      getComputedStyle(span).overflow !== 'visible',
  );
  return [
    ...shortened.map((span) => `shortened: ${span.textContent}`),
    ...(scrollWidth > clientWidth ? ['the page'] : []),
  ];
}

/**
 * What a person could not read: texts that are cut, broken, shortened or overlap, and `the page` if it scrolls
 * sideways. Allowed are an ellipsis outside buttons, and elements that scroll sideways on purpose (`data-sideways`).
 */
export async function misfits(page: Page): Promise<string[]> {
  const texts = await page.evaluateHandle(seenTexts);
  const found = [
    await texts.evaluate(cutTexts),
    await texts.evaluate(brokenWords),
    await texts.evaluate(overlappingTabs),
    await page.evaluate(tooWide),
  ];
  await texts.dispose();
  return [...new Set(found.flat())];
}
