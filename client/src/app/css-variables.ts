import type { CSSVariablesResolver } from '@mantine/core';
import { palette } from '../core/tokens';
import { shades } from './shades';
import { scales } from './theme';

/**
 * The stacking order of a page, lowest layer first. The libraries define the layers of dialogs (200) and
 * toasts (1400). `on-map` is the layer of controls and buttons within a map.
 */
const layers = {
  'on-map': 5,
  'stage-map': 79,
  stage: 80,
  'stage-head': 81,
  notices: 90,
  tabs: 100,
  banner: 110,
  skip: 300,
  light: 1_000,
};

const variables = (colors: Record<string, string>) =>
  Object.fromEntries(Object.entries(colors).map(([name, value]) => [`--boli-${name}`, value]));

const shared = (colors: typeof palette.light | typeof palette.dark) => ({
  ...variables(colors),
  '--mantine-color-body': colors.bg,
  '--mantine-color-text': colors.ink,
  '--mantine-color-dimmed': colors.muted,
  '--mantine-color-placeholder': colors.muted,
  '--mantine-color-disabled-color': colors.muted,
  '--mantine-color-disabled': colors.sunken,
  '--mantine-color-disabled-border': colors.line,
  '--mantine-color-error': colors.danger,
  '--mantine-color-default': colors.surface,
  '--mantine-color-default-hover': colors.sunken,
  '--mantine-color-default-border': colors.edge,
  '--mantine-color-default-color': colors.ink,
  '--mantine-color-anchor': colors.brand,
  '--mantine-color-neel-light': colors['brand-soft'],
  '--mantine-color-neel-light-hover': colors['brand-soft'],
  '--mantine-color-neel-light-color': colors['brand-soft-ink'],
  '--mantine-color-neel-outline': colors.brand,
  '--mantine-color-neel-text': colors.brand,
  // In dark mode Mantine would use the next shade, which is a text colour: white text on it has too little contrast.
  '--mantine-color-red-filled-hover': shades.red[8],
  '--mantine-color-red-light': colors['red-soft'],
  '--mantine-color-red-light-hover': colors['red-soft'],
  '--mantine-color-red-light-color': colors.red,
  '--mantine-color-red-text': colors.danger,
  '--mantine-color-red-outline': colors.danger,
  '--mantine-color-gray-light-color': colors.ink,
  '--mantine-color-green-text': colors.green,
});

/**
 * Font size, line height and family for each size of text, as for `font: var(--boli-type-sm)`; a weight may precede the
 * variable.
 */
const types = Object.fromEntries(
  Object.keys(scales.fontSizes).map((name) => [
    `--boli-type-${name}`,
    `var(--mantine-font-size-${name})/var(--mantine-line-height-${name}) var(--mantine-font-family)`,
  ]),
);

/** The tokens as variables, and those of Mantine's variables whose defaults fail the contrast rules. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    ...types,
    ...Object.fromEntries(Object.entries(layers).map(([name, layer]) => [`--boli-layer-${name}`, String(layer)])),
    '--boli-shadow-card': '0 1px 2px #171A2E0F',
    '--boli-shadow-float': '0 4px 16px #171A2E1A',
    '--boli-shadow-sheet': '0 -8px 32px #171A2E29',
    '--boli-ease': 'cubic-bezier(.2,.8,.2,1)',
    '--boli-bid-radius': '11px 11px 11px 2px',
    '--boli-bid-radius-large': '18px 18px 18px 3px',
    // The height of the decorative edge, and the minimum size of a touch target: in pixels, because neither
    // depends on the size of text.
    '--boli-kinari': '11px',
    '--boli-target': '44px',
  },
  light: shared(palette.light),
  dark: {
    ...shared(palette.dark),
    '--boli-shadow-card': 'none',
    '--boli-shadow-float': 'none',
    '--boli-shadow-sheet': 'none',
  },
});
