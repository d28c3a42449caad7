import type { Language } from '@boli/shared/core/messages';
import { languages } from '@boli/shared/messages/languages';
import { createTheme, defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core';
import { palette } from '../core/tokens';
import { shades } from './shades';

const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Devanagari", sans-serif';

/**
 * A distance that grows with the text up to a share of the screen's width: on a narrow screen large text needs the
 * width itself.
 */
const within = (rem: number) => `min(${rem}rem, ${rem * 5}vw)`;

/**
 * The spacings, radii and sizes of type. Style sheets and components refer to them (`--mantine-spacing-sm`,
 * `gap="sm"`); theme.test.ts refuses others, except in the drawings that it lists. A line height is a number, so that
 * Hindi may increase it.
 */
export const scales = {
  /**
   * Pixels: 4 8 12 16 20 24 32; also 2 6 10 14 inside small elements, as between an icon and its text, or a text and
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
   * Line heights of 13 16 18 20 20 24 24 24 26 30 36 pixels, each divided by the font size of that name and rounded
   * up; `tight` and `row` are for amounts and names of one line, `none` for a letter in a shape.
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
 * The library chooses the text colour of filled buttons once for both themes; the main button has a different one in
 * each.
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
  colors: shades,
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
