/** `A-12`, `C/45`, `221B`, `12-3/4`: a part that is nothing but a number of a house. Six digits are a postal code. */
const HOUSE = /^(?:[a-z]{1,2}[-/]|[a-z])?\d{1,5}[a-z]?(?:[-/][a-z]?(?:\d{1,5}[a-z]?)?)*$/i;

const NUMBER = String.raw`[a-z]{0,2} ?[-/]? ?\d+[a-z]?(?:[-/][a-z\d]*)*`;
const LABELS =
  'house|flat|apartment|apt|plot|door|shop|unit|room|suite|villa|kothi|qtr|quarter|bungalow|office|floor|khasra|survey|tower|wing|building|bldg|makan';
const LABELLED = new RegExp(
  String.raw`(?:\b(?:${LABELS})\b\.?(?: ?(?:no|nos|number)\b\.?)?|\b[hdsq]\.? ?no\b\.?|#) ?[:#-]? ?${NUMBER}(?!\w)`,
  'gi',
);
const FLOOR = /\b(?:\d{1,3}(?:st|nd|rd|th)|ground|first|second|third|fourth|fifth|top) floor\b/gi;
const LEADING = /^(?:[a-z]{1,2}[-/])?\d{1,5}[a-z]?(?:[-/][a-z]?\d+[a-z]?)* (?!(?:feet|foot|ft)\b)(?=\p{L})/iu;
const TRAILING = /^(?:[a-z]{1,2}[-/])?\d{1,5}[a-z]?(?:[-/]\d+[a-z]?)*$/i;
/** What a number after it says nothing of a house: a sector, a road, a gate. */
const AREA =
  /^(?:sector|sec|phase|block|gate|terminal|platform|ward|lane|gali|zone|pocket|stage|cross|main|exit|route|nh|sh|highway|road|rd|street|st|avenue|pillar|no|part|nagar|vihar|colony|extension|enclave|puram|kailash|layout|t)\.?$/i;

/** A number with three decimals or more, degrees, or a plus code: a point to within some hundred metres or better. */
const POINT = /\d\.\d{3,}|\d\s?°|(?:^|[\s,])[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,3}(?=$|[\s,])/i;

/** Whether a text names a point itself instead of describing a place. */
export function namesPoint(text: string): boolean {
  return POINT.test(text);
}

/**
 * An address without what identifies one door of a street: numbers of houses, flats, plots and floors. Rather
 * too little is kept than too much; null where nothing is left.
 */
export function withoutHouseNumber(address: string): string | null {
  const parts = address.split(/[,;\n|]/).flatMap((part) => streetOf(part) ?? []);
  return parts.join(', ') || null;
}

function streetOf(part: string): string | null {
  const plain = shortened(shortened(part).replace(FLOOR, ' ').replace(LABELLED, ' '));
  if (HOUSE.test(plain.replaceAll(' ', ''))) return null;
  const words = plain.replace(LEADING, '').split(' ');
  const [before, last] = [words.at(-2), words.at(-1)];
  if (before !== undefined && last !== undefined && TRAILING.test(last) && !AREA.test(before)) words.pop();
  const street = words.join(' ').replace(/^[ .:#-]+|[ :#-]+$/g, '');
  return /[\p{L}\d]/u.test(street) ? street : null;
}

const shortened = (text: string) => text.replace(/\s+/g, ' ').trim();
