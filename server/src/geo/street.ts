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
/** What a number behind it, or written onto it, says nothing of a house: a sector, a road, a gate. */
const AREA =
  /^(?:sector|sec|phase|ph|block|gate|terminal|platform|ward|lane|gali|zone|pocket|stage|cross|main|exit|route|nh|sh|highway|road|rd|street|st|avenue|pillar|part|nagar|vihar|colony|extension|enclave|puram|kailash|layout|t|सेक्टर|फेज|फ़ेज|ब्लॉक|गेट|गली|वार्ड)\.?$/i;
/** Words that belong to the number behind them. */
const BEFORE_NUMBER = new RegExp(String.raw`^(?:no|nos|number|old|new|${LABELS}|[hdsq]\.?no)[.:]?$`, 'i');
const NUMBER_WORD = /^(?:no|nos|number)[.:]?$/i;
const LENGTH = /^(?:feet|foot|ft)\b/i;
const ORDINAL = /^\d{1,3}(?:st|nd|rd|th)$/i;
const POSTAL_CODE = /^\p{Nd}{6}$/u;

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
  const words = plain.split(' ');
  const kept: string[] = [];
  for (const [at, word] of words.entries()) {
    if (!isOfHouse(words, at)) {
      kept.push(word);
      continue;
    }
    while (BEFORE_NUMBER.test(kept.at(-1) ?? '')) kept.pop();
  }
  const street = kept.join(' ').replace(/^[ .:#()-]+|[ :#(-]+$/g, '');
  return /[\p{L}\p{Nd}]/u.test(street) ? street : null;
}

/** Whether a word is the number of a house: any with a digit that is no place's in the town. */
function isOfHouse(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  if (!/\p{Nd}/u.test(word)) return false;
  if (ORDINAL.test(word) || POSTAL_CODE.test(word) || LENGTH.test(words[at + 1] ?? '')) return false;
  const letters = /^(\p{L}[\p{L}\p{M}]*)-?\p{Nd}/u.exec(word)?.[1] ?? '';
  const before = words[at - 1] ?? '';
  return !AREA.test(letters) && !AREA.test(NUMBER_WORD.test(before) ? (words[at - 2] ?? '') : before);
}

const shortened = (text: string) => text.replace(/\s+/g, ' ').trim();
