import type { Plugin } from 'vite';
import { palette } from './src/core/tokens.ts';

type Colors = (typeof palette)['light' | 'dark'];

/** The colours of the skeleton, as custom properties. */
const variables = (colors: Colors) =>
  [
    ['bg', colors.bg],
    ['surface', colors.surface],
    ['line', colors.line],
    ['ground', colors['map-land']],
    ['solid', colors.solid],
    ['genda', colors.genda],
  ]
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;
/** The marker in index.html at the end of the skeleton. */
const AFTER_SKELETON = '<!--styles-->';

/** Moves the links of style sheets out of the head to the marker in the body. */
function moveStylesheets(html: string): string {
  if (!html.includes(AFTER_SKELETON)) throw new Error(`client/index.html has no ${AFTER_SKELETON}`);
  const links = (html.match(STYLESHEET) ?? []).map((link) => link.trim());
  return html.replace(STYLESHEET, '').replace(AFTER_SKELETON, links.join(''));
}

/** The document without comments and indents, because the browser waits for it before anything else. */
const compact = (html: string) => html.replace(/<!--.*?-->/gs, '').replace(/\n\s+/g, '\n');

/** How the built app links the style sheets of its lazy parts. */
const LINKED_IN_HEAD = 'document.head.appendChild(link)';

/**
 * Makes the first paint early: writes the skeleton's colours from the tokens into index.html, and links the style sheet
 * after the skeleton. A style sheet in the head delays the painting of the whole page; one in the body delays only the
 * content after it. The style sheets of lazy parts are added to the end of the body, so that they come after the first
 * one: of two rules with the same specificity the later one wins.
 */
export function firstPaint(): Plugin[] {
  let hasLinked = false;
  return [
    {
      name: 'first-paint-colours',
      transformIndexHtml: {
        order: 'pre',
        handler: (html) =>
          html.replace('/*light*/', variables(palette.light)).replace('/*dark*/', variables(palette.dark)),
      },
    },
    {
      name: 'first-paint-styles',
      apply: 'build',
      transformIndexHtml: { order: 'post', handler: (html) => compact(moveStylesheets(html)) },
      renderChunk(code) {
        if (!code.includes(LINKED_IN_HEAD)) return null;
        hasLinked = true;
        return { code: code.replace(LINKED_IN_HEAD, 'document.body.appendChild(link)'), map: null };
      },
      generateBundle() {
        if (!hasLinked) throw new Error(`no chunk has ${LINKED_IN_HEAD}: look how style sheets are linked now`);
      },
    },
  ];
}
