/** A house number: a part like `A-12`, `C/45`, `221B` or `12-3/4` and nothing else. Six digits are a postal code. */
const HOUSE = /^(?:[a-z]{1,2}[-/]|[a-z])?\d{1,5}[a-z]?(?:[-/][a-z]?(?:\d{1,5}[a-z]?)?)*$/i;

const NUMBER = String.raw`[a-z]{0,2} ?[-/]? ?\d+[a-z]?(?:[-/][a-z\d]*)*`;
const LABELS =
  'house|flat|apartment|apt|plot|door|shop|unit|room|suite|villa|kothi|qtr|quarter|bungalow|office|floor|khasra|survey|tower|wing|building|bldg|makan';
const LABELLED = new RegExp(
  String.raw`(?:\b(?:${LABELS})\b\.?(?: ?(?:no|nos|number)\b\.?)?|\b[hdsq]\.? ?no\b\.?|#) ?[:#-]? ?(?:${NUMBER}|[a-z]|[ivxl]{1,5})(?!\w)`,
  'gi',
);
const FLOOR = /\b(?:\d{1,3}(?:st|nd|rd|th)|ground|first|second|third|fourth|fifth|top) floor\b/gi;
/** Parts of a town or journey whose number follows their name, wherever the name stands in the address. */
const NUMBERED_AREA = /^(?:sector|sec|terminal|platform|exit|nh|sh|pillar|सेक्टर)\.?$/iu;
/** Parts of a town whose number follows their name or stands before it. After "2nd Phase" another number is a door. */
const NUMBERED_EITHER_WAY = /^(?:phase|stage|zone|फेज|फ़ेज)\.?$/iu;
/**
 * Parts of a town whose number follows their name only if the name begins the address, or a part of it after a comma.
 * After another name they are part of a street or quarter (Church Lane, Kashmiri Gate, E Block), and the number that
 * follows is a door, as after a road.
 */
const NUMBERED_AT_START = /^(?:lane|gali|gate|block|ward|route|highway|ब्लॉक|गेट|गली|वार्ड)\.?$/iu;
/** The number of a part of a town: `17`, `17-B`, `१७`. A number that follows it (`17-B/1187`) is a door. */
const AREA_NUMBER = /^\p{Nd}{1,3}(?:-?[a-z](?![\p{L}\p{N}]))?(?![\p{L}\p{N}])/iu;
/** Words that belong to the number after them. */
const BEFORE_NUMBER = new RegExp(String.raw`^(?:no|nos|number|old|new|${LABELS}|[hdsq]\.?no)[.:]?$`, 'i');
const LABEL = new RegExp(`^(?:${LABELS})$`, 'i');
const NUMBER_WORD = /^(?:no|nos|number)[.:]?$/i;
const LENGTH = /^(?:feet|foot|ft)\b/i;
const ORDINAL = /^\d{1,3}(?:st|nd|rd|th)$/i;
/** A Roman number, an ordinal, or a separate ordinal suffix. */
const NUMERAL =
  /^(?:\(?[ivx]+(?:-?(?:st|n?d|rd|th))?|st|nd|rd|th|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)[.)]*$/i;
const POSTAL_CODE = /^\p{Nd}{6}$/u;

/**
 * Coordinates or a plus code: a number with three decimals or more, degrees, or a code, precise to within some hundred
 * metres or better.
 */
const POINT = /\d\.\d{3,}|\d\s?°|(?:^|[\s,])[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,3}(?=$|[\s,])/i;

/** Whether a text gives the coordinates of a point instead of describing a place. */
export function namesPoint(text: string): boolean {
  return POINT.test(text);
}

/**
 * Removes the parts of an address that identify one door of a street: numbers of houses, flats, plots and floors. In
 * doubt a part is removed; null if nothing is left.
 */
export function withoutHouseNumber(address: string): string | null {
  const parts = address.split(/[,;\n|]/).flatMap((part) => streetOf(part) ?? []);
  return parts.join(', ') || null;
}

function streetOf(part: string): string | null {
  const plain = shortened(shortened(part).replace(FLOOR, ' ').replace(LABELLED, ' '));
  if (HOUSE.test(plain.replaceAll(' ', ''))) return null;
  const words = plain.split(' ');
  const kept: string[] = [];
  for (const at of words.keys()) {
    const rest = withoutHouse(words, at);
    if (rest !== null) kept.push(rest);
    else while (BEFORE_NUMBER.test(kept.at(-1) ?? '')) kept.pop();
  }
  const street = kept.join(' ').replace(/^[ .:#()-]+|[ :#(-]+$/g, '');
  return /[\p{L}\p{N}]/u.test(street) ? street : null;
}

/**
 * The word at `at` without its house number; the whole word if it has none, null if the word is only a house number.
 */
function withoutHouse(words: readonly string[], at: number): string | null {
  const word = words[at] ?? '';
  if (!/\p{N}/u.test(word)) return word;
  const next = words[at + 1] ?? '';
  if (ORDINAL.test(word) && !LABEL.test(next)) return word;
  if (POSTAL_CODE.test(word) || LENGTH.test(next)) return word;
  const area = NUMBER_WORD.test(words[at - 1] ?? '') ? at - 2 : at - 1;
  if (isNumberedArea(words[area] ?? '', words, area)) return AREA_NUMBER.exec(word)?.[0] ?? null;
  return areaWithNumber(words, at);
}

/**
 * Whether a number after `word` belongs to a part of a town, as in `Sector 17`; `word` is the word at `at`, or its
 * beginning.
 */
function isNumberedArea(word: string, words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? '';
  if (NUMBERED_EITHER_WAY.test(word)) return !/\p{N}/u.test(before) && !NUMERAL.test(before);
  return NUMBERED_AREA.test(word) || (at === 0 && NUMBERED_AT_START.test(word));
}

/** The part of a town and its number in one word: `Phase-2`, `NH44`. */
function areaWithNumber(words: readonly string[], at: number): string | null {
  const word = words[at] ?? '';
  const area = /^([\p{L}\p{M}]+)[-.]?(?=\p{Nd})/u.exec(word);
  if (!area || !isNumberedArea(area[1] ?? '', words, at)) return null;
  const number = AREA_NUMBER.exec(word.slice(area[0].length));
  return number && area[0] + number[0];
}

const shortened = (text: string) => text.replace(/\s+/g, ' ').trim();
