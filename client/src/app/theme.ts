import type { Language } from '@boli/shared/core/messages';
import { languages } from '@boli/shared/messages/languages';
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { palette } from '../core/tokens';

const neel: MantineColorsTuple = [
  '#F3F4FB',
  '#E9ECF8',
  '#C9CFF3',
  '#A3AFFF',
  '#7F8DEB',
  '#5C6BD0',
  '#3A49B8',
  '#2F3C94',
  '#2A3585',
  '#1B2357',
];
const genda: MantineColorsTuple = [
  '#FFF8E8',
  '#FFF0CD',
  '#FFE09A',
  '#FFCF6E',
  '#FFC247',
  '#F5AB12',
  '#C98500',
  '#9A5F00',
  '#764700',
  '#2A1B00',
];
const dark: MantineColorsTuple = [
  '#ECEEF7',
  '#CDD1E2',
  '#A7ADC4',
  '#6F7693',
  '#2A3047',
  '#1E2337',
  '#161A29',
  '#0E111C',
  '#0A0C15',
  '#06070D',
];
const gray: MantineColorsTuple = [
  '#FBFAF7',
  '#F7F6F2',
  '#EFEDE6',
  '#E2DFD6',
  '#CFCBC0',
  '#A9A8AC',
  '#858490',
  '#595C70',
  '#33364A',
  '#171A2E',
];
/** The destructive button is the same in both themes, so both primary shades (7 and 3) are one red. */
const red: MantineColorsTuple = [
  '#FCE9E9',
  '#F8D3D5',
  '#FFA3A8',
  '#B3202E',
  '#FF9096',
  '#D94452',
  '#C8202F',
  '#B3202E',
  '#A51C2B',
  '#3B171E',
];
const green: MantineColorsTuple = [
  '#E1F3E6',
  '#C4E6CF',
  '#84DDA4',
  '#12803F',
  '#4DB878',
  '#2A9A57',
  '#18894A',
  '#12803F',
  '#0E6632',
  '#12301F',
];

const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Devanagari", sans-serif';

/** A distance: it grows with the text, but at most to its share of the screen, where large text needs the width itself. */
const within = (rem: number) => `min(${rem}rem, ${rem * 5}vw)`;

/**
 * Every size of the product, in ascending order. Style sheets and components refer to them (`--mantine-spacing-sm`,
 * `gap="sm"`); theme.test.ts refuses other sizes. A line height is a number, so that Hindi may increase it.
 */
const scales = {
  /**
   * Pixels: 4 8 12 16 20 24 32, and steps between them inside small elements: between an icon and its text, a text and
   * its edge.
   */
  spacing: {
    nudge: within(0.125),
    xxs: within(0.25),
    tight: within(0.375),
    xs: within(0.5),
    snug: within(0.625),
    sm: within(0.75),
    loose: within(0.875),
    md: within(1),
    lg: within(1.25),
    xl: within(1.5),
    xxl: within(2),
  },
  /**
   * Radii of, in this order: letter squares; badges; segments in their track; buttons and inputs; avatars; cards;
   * pinned cards; sheets; pills.
   */
  radius: {
    xxs: '0.3125rem',
    xs: '0.5rem',
    inner: '0.625rem',
    sm: '0.75rem',
    tile: '0.875rem',
    md: '1rem',
    lg: '1.25rem',
    xl: '1.5rem',
    chip: '999px',
  },
  fontSizes: {
    xxs: '0.6875rem',
    xs: '0.75rem',
    meta: '0.8125rem',
    sm: '0.875rem',
    route: '0.9375rem',
    md: '1rem',
    title: '1.0625rem',
    lg: '1.125rem',
    xl: '1.25rem',
    card: '1.625rem',
    due: '2rem',
  },
  /**
   * Line heights of 13 16 18 20 20 24 24 24 26 30 36 pixels over the font size of that name, rounded up to whole
   * pixels; `tight` and `row` for figures and names of one line, `none` for a letter in a shape.
   */
  lineHeights: {
    xxs: '1.1819',
    xs: '1.3334',
    meta: '1.3847',
    sm: '1.4286',
    route: '1.3334',
    md: '1.5',
    title: '1.4118',
    lg: '1.3334',
    xl: '1.3',
    card: '1.1539',
    due: '1.125',
    tight: '1.2',
    row: '1.375',
    none: '1',
  },
  fontWeights: { regular: '400', medium: '650', bold: '700' },
};

/**
 * The library chooses the text colour of filled buttons once for both themes; that of the main button differs between
 * them.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const main = input.color === undefined || input.color === 'neel' || input.color === input.theme.primaryColor;
  return input.variant === 'filled' && main ? { ...colors, color: 'var(--boli-on-brand)' } : colors;
};

/** Labels are exactly the specification's texts: without an asterisk. */
const field = { size: 'md', withAsterisk: false };

/** Defaults as plain objects: `Component.extend` would add each component to the first load. */
export const theme = createTheme({
  colors: { neel, genda, dark, gray, red, green },
  primaryColor: 'neel',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  black: palette.light.ink,
  variantColorResolver,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily,
  defaultRadius: 12,
  ...scales,
  headings: {
    fontFamily,
    fontWeight: scales.fontWeights.medium,
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: scales.lineHeights.lg },
      h3: { fontSize: '1rem', lineHeight: scales.lineHeights.row },
    },
  },
  components: {
    Button: { defaultProps: { size: 'md' } },
    Input: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: field },
    PasswordInput: { defaultProps: field },
    NumberInput: { defaultProps: field },
    Textarea: { defaultProps: field },
    Select: { defaultProps: field },
    InputWrapper: { defaultProps: field },
    ActionIcon: { defaultProps: { size: 'var(--boli-target)', variant: 'subtle', color: 'gray' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});

const { none, ...ofText } = scales.lineHeights;

/** The line heights of text, multiplied by the factor of a language. */
const tallLines = (factor: number) => ({
  none,
  ...Object.fromEntries(Object.entries(ofText).map(([name, height]) => [name, String(Number(height) * factor)])),
});

/** The theme of a page in this language: with the line heights that its letters need. */
export function themeFor(language: Language) {
  const { lineHeight } = languages[language];
  return lineHeight === 1 ? theme : { ...theme, lineHeights: tallLines(lineHeight) };
}

/**
 * The stacking order of a page, lowest layer first; dialogs (200) and toasts (1400) are the libraries'. `on-map` is
 * that of controls and buttons within a map.
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
  // In dark mode Mantine uses the next shade, which is for text: white on it has too little contrast.
  '--mantine-color-red-filled-hover': red[8],
  '--mantine-color-red-light': colors['red-soft'],
  '--mantine-color-red-light-hover': colors['red-soft'],
  '--mantine-color-red-light-color': colors.red,
  '--mantine-color-red-text': colors.danger,
  '--mantine-color-red-outline': colors.danger,
  '--mantine-color-gray-light-color': colors.ink,
  '--mantine-color-green-text': colors.green,
});

/** Font size, line height and family of each type, to be used after a weight: `font: var(--boli-type-sm)`. */
const types = Object.fromEntries(
  Object.keys(scales.fontSizes).map((name) => [
    `--boli-type-${name}`,
    `var(--mantine-font-size-${name})/var(--mantine-line-height-${name}) var(--mantine-font-family)`,
  ]),
);

/** The tokens as variables, and Mantine's own where its defaults fail the contrast rules. */
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
    // The height of the decorative edge, and the minimum size of a touch target, which is that of a finger at every size of text.
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
