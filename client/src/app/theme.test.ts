import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const source = join(process.cwd(), 'client', 'src');

/** A length, except zero and hairlines. */
const LENGTH = /(?<![\w.#-])-?(?!0+(?:\.0+)?[a-z])(?!-?1px)(?:\d*\.)?\d+(?:rem|px)\b/;
const COLOUR = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/i;
const NUMBER = /(?<![\w.#-])(?:\d*\.)?\d+(?:rem|px)?\b/;

/** Properties that may not have literal values, with the theme's scale for each. */
const scales: { property: RegExp; raw: RegExp; scale: string }[] = [
  {
    property: /^(?:(?:scroll-)?margin|(?:scroll-)?padding|inset|(?:row-|column-)?gap)(?:-[a-z-]+)?$/,
    raw: LENGTH,
    scale: '--mantine-spacing-*',
  },
  { property: /^border(?:-[a-z]+)*-radius$/, raw: LENGTH, scale: '--mantine-radius-*' },
  { property: /^font(?:-size)?$/, raw: LENGTH, scale: '--mantine-font-size-*' },
  { property: /^line-height$/, raw: NUMBER, scale: '--mantine-line-height-*' },
  { property: /^font-weight$/, raw: NUMBER, scale: '--mantine-font-weight-*' },
  { property: /./, raw: COLOUR, scale: '--boli-* (core/tokens.ts)' },
];

/** Style sheets with sizes of their own, and the reason why these are not on the scale. */
const drawings: { file: string; property: RegExp; why: string }[] = [
  {
    file: 'ui/map/Pins.module.css',
    property: /^(?:margin|padding|inset|font-size|line-height|border-radius)/,
    why: "pins are drawn in the map's pixels, which do not grow with the text of the page",
  },
  {
    file: 'features/auth/AuthPicture.module.css',
    property: /^font-size$/,
    why: 'letters of a drawing, in its own units',
  },
  {
    file: 'features/auth/AuthScreen.module.css',
    property: /^(?:margin-top|padding|font-size|line-height)$/,
    why: 'the name on the first screen is drawn like a sign, larger than any text of the pages',
  },
  {
    file: 'features/admin/live/Live.module.css',
    property: /^border-radius$/,
    why: 'the legend repeats the shapes of 14 pixels that are drawn on the map',
  },
  {
    file: 'ui/PriceField.module.css',
    property: /^font-size$/,
    why: 'the size of the one price that is typed is between the sizes of the prices that are only shown',
  },
];

interface Declaration {
  file: string;
  line: number;
  property: string;
  value: string;
}

/** Every declaration of a sheet with the line in which it begins. */
function declarationsOf(file: string): Declaration[] {
  const css = readFileSync(join(source, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );
  return [...css.matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+);/g)].map(({ index, 1: property, 2: value }) => ({
    file,
    line: css.slice(0, index).split('\n').length,
    property: property ?? '',
    value: (value ?? '').replace(/\s+/g, ' ').trim(),
  }));
}

const filesOf = (ending: string): string[] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort();

const isDrawing = ({ file, property }: Declaration): boolean =>
  drawings.some((drawing) => drawing.file === file && drawing.property.test(property));

test('distances, radii, type and colours of every style sheet come from the theme', () => {
  const raw = filesOf('.css')
    .flatMap(declarationsOf)
    .filter((declaration) => !isDrawing(declaration))
    .flatMap(({ file, line, property, value }) =>
      scales
        .filter((scale) => scale.property.test(property) && scale.raw.test(value))
        .map(({ scale }) => `client/src/${file}:${line} ${property}: ${value} does not come from ${scale}`),
    );
  expect(raw).toEqual([]);
});

test('every style sheet that is listed with sizes of its own still has them', () => {
  const gone = drawings.filter(
    ({ file, property }) =>
      !declarationsOf(file).some(
        (declaration) => property.test(declaration.property) && NUMBER.test(declaration.value),
      ),
  );
  expect(gone.map(({ file }) => file)).toEqual([]);
});

test('components take distances and type from the theme as well', () => {
  const figure =
    /\s(?:gap|rowGap|columnGap|spacing|verticalSpacing|[mp][tblrxyse]?|fz|lh|fw|bdrs)=(?:"-?\d[^"%]*"|\{-?[1-9]\d*\})/;
  const raw = filesOf('.tsx').flatMap((file) =>
    readFileSync(join(source, file), 'utf8')
      .split('\n')
      .flatMap((text, at) => (figure.test(text) ? [`client/src/${file}:${at + 1}${figure.exec(text)?.[0]}`] : [])),
  );
  expect(raw).toEqual([]);
});
