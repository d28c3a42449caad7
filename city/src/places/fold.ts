/**
 * Transliterations of Devanagari consonants as they are usually written in India, without diacritics. An `a` is added
 * after a consonant, unless a vowel sign, a virama or the end of the word follows.
 */
const CONSONANTS: Readonly<Record<string, string>> = {
  क: 'k',
  ख: 'kh',
  ग: 'g',
  घ: 'gh',
  ङ: 'n',
  च: 'ch',
  छ: 'chh',
  ज: 'j',
  झ: 'jh',
  ञ: 'n',
  ट: 't',
  ठ: 'th',
  ड: 'd',
  ढ: 'dh',
  ण: 'n',
  त: 't',
  थ: 'th',
  द: 'd',
  ध: 'dh',
  न: 'n',
  प: 'p',
  फ: 'ph',
  ब: 'b',
  भ: 'bh',
  म: 'm',
  य: 'y',
  र: 'r',
  ल: 'l',
  व: 'v',
  श: 'sh',
  ष: 'sh',
  स: 's',
  ह: 'h',
  ळ: 'l',
};
const VOWELS: Readonly<Record<string, string>> = {
  अ: 'a',
  आ: 'a',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ऋ: 'ri',
  ए: 'e',
  ऐ: 'ai',
  ओ: 'o',
  औ: 'au',
  ऑ: 'o',
};
const SIGNS: Readonly<Record<string, string>> = {
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'ri',
  'े': 'e',
  'ै': 'ai',
  'ो': 'o',
  'ौ': 'au',
  'ॉ': 'o',
};
/** The dot below changes the consonant: ज़ is z. */
const DOTTED: Readonly<Record<string, string>> = { ज: 'z', फ: 'f', ड: 'r', ढ: 'rh', क: 'q', ख: 'kh', ग: 'g' };
const VIRAMA = '्';
const NUKTA = '़';
const NASALS = 'ंँ';
const FIRST_DIGIT = '०'.charCodeAt(0);

/** A Map and not an object, because a word may equal the name of a built-in object property. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sec: 'sector',
    rd: 'road',
    st: 'street',
    ave: 'avenue',
    hosp: 'hospital',
    stn: 'station',
    mkt: 'market',
    govt: 'government',
    gov: 'government',
    univ: 'university',
    uni: 'university',
    intl: 'international',
    ph: 'phase',
    col: 'colony',
    ngr: 'nagar',
    mg: 'marg',
    hwy: 'highway',
    nr: 'near',
    opp: 'opposite',
    jn: 'junction',
    chwk: 'chowk',
    rly: 'railway',
    gdn: 'garden',
    inst: 'institute',
    dept: 'department',
    sch: 'school',
    clg: 'college',
  }),
);

/** Transliterates Devanagari to the Latin letters that people type for it; other scripts are unchanged. */
export function romanize(text: string): string {
  const letters = [...text.normalize('NFD')];
  let roman = '';
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? '';
    const consonant = CONSONANTS[letter];
    if (consonant === undefined) {
      roman += VOWELS[letter] ?? digitOf(letter) ?? (NASALS.includes(letter) ? 'n' : letter);
      continue;
    }
    const isDotted = letters[at + 1] === NUKTA;
    if (isDotted) at++;
    roman += isDotted ? (DOTTED[letter] ?? consonant) : consonant;
    const next = letters[at + 1] ?? '';
    if (next === VIRAMA) at++;
    else if (SIGNS[next] !== undefined) {
      roman += SIGNS[next];
      at++;
    } else if (isLetter(next)) roman += 'a'; // The inherent vowel is silent at the end of a word.
  }
  return roman;
}

function digitOf(letter: string): string | undefined {
  const digit = letter.charCodeAt(0) - FIRST_DIGIT;
  return digit >= 0 && digit <= 9 ? String(digit) : undefined;
}

function isLetter(letter: string): boolean {
  return letter in CONSONANTS || letter in VOWELS || (letter !== '' && NASALS.includes(letter));
}

/**
 * Splits a text into normalised words: lower-case Latin letters without diacritics, Devanagari transliterated,
 * abbreviations expanded.
 * @example words('Sec. १७-C') // ['sector', '17', 'c']
 */
export function words(text: string): string[] {
  const plain = romanize(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const parts = plain.replace(/['’`]/g, '').split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u);
  return parts.filter(Boolean).map((part) => ABBREVIATIONS.get(part) ?? part);
}

/**
 * Reduces a word to its first letter and the consonants after it, in one spelling: ks for x; f for ph; k for q, ck and
 * c (but not for the c of ch); j for z; v for w. The w of aw and ow becomes the vowel u, unless a vowel follows. An h
 * after a consonant is left out, and a doubled letter becomes a single one. So Laxmi matches Lakshmi, Chowk matches
 * Chauk, and Parv matches Purv. A word with a digit is returned unchanged.
 */
export function skeleton(word: string): string {
  if (/\p{N}/u.test(word)) return word;
  const hard = word
    .replace(/x/g, 'ks')
    .replace(/ph/g, 'f')
    .replace(/(?<=[ao])w(?![aeiou])/g, 'u')
    .replace(/w/g, 'v')
    .replace(/q|ck|c(?!h)/g, 'k')
    .replace(/z/g, 'j')
    .replace(/(?<=[^aeiou])h/g, '');
  const bones = hard[0] + hard.slice(1).replace(/[aeiouy]/g, '');
  return bones.replace(/(.)\1+/g, '$1');
}
