import { skeleton, words } from './fold';
import type { House, Place } from './place';

/** What people write before a house number. */
const NUMBER_WORDS = 'house flat plot shop booth door kothi unit building sco scf scb h hno no number'.split(' ');
const MAX_WORDS = 12;
/** Two letters in a row: words are searched for as the name of a street or area only if one of them matches this. */
const LETTERS = /\p{L}{2}/u;

const hasDigit = (word: string): boolean => /\p{N}/u.test(word);

/** Whether two names have the same words the same number of times, in any order. */
export function haveSameWords(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.toSorted().join(' ') === others.toSorted().join(' ');
}

interface KnownHouse {
  house: House;
  street: readonly string[];
}

/**
 * Finds house numbers, and the street or area that an address with a house number names. The words of a name are
 * compared by their consonants, a house number exactly.
 */
export class AddressSearch {
  /** Houses by the words of their number. */
  readonly #houses = new Map<string, KnownHouse[]>();
  /** Indexes of places by each of their names. */
  readonly #areas = new Map<string, number[]>();

  /**
   * `names`: the names of each place, in words; `city`: the name of the whole city. Houses without a street are not
   * found.
   */
  constructor(
    places: readonly Place[],
    names: readonly (readonly string[][])[],
    houses: readonly House[],
    city: readonly string[],
  ) {
    for (const [at, { key }] of places.entries()) {
      if (key !== 'highway' && key !== 'place') continue;
      for (const name of names[at] ?? []) if (!haveSameWords(name, city)) add(this.#areas, keyOf(name), at);
    }
    for (const house of houses) {
      const street = words(house.street ?? '').map(skeleton);
      if (street.length > 0) add(this.#houses, words(house.number).join(' '), { house, street });
    }
  }

  /**
   * The houses whose number and street together have exactly the words of one of the texts, apart from words such as
   * "house" and "flat".
   */
  houses(...texts: (readonly string[])[]): House[] {
    return [...new Set(texts.flatMap((asked) => this.#housesIn(asked)))];
  }

  #housesIn(asked: readonly string[]): House[] {
    return phrases(asked).flatMap(([from, to]) => {
      const known = this.#houses.get(asked.slice(from, to).join(' ')) ?? [];
      if (known.length === 0) return [];
      const rest = [...asked.slice(0, from), ...asked.slice(to)].filter((word) => !NUMBER_WORDS.includes(word));
      const street = rest.map(skeleton);
      return known.filter((other) => haveSameWords(other.street, street)).map(({ house }) => house);
    });
  }

  /**
   * The streets and areas whose whole name occurs in these words, only those with the longest name; none if no word
   * has a digit. Maps the index of each place to the words that name it. The last word may be incomplete.
   */
  areas(asked: readonly string[]): Map<number, readonly string[]> {
    const found = new Map<number, readonly string[]>();
    if (!asked.some(hasDigit)) return found;
    let longest = 0;
    for (const [from, to] of phrases(asked)) {
      if (to - from < longest) break;
      const name = asked.slice(from, to);
      for (const at of this.#areasNamed(name, to === asked.length)) {
        longest = to - from;
        found.set(at, name);
      }
    }
    return found;
  }

  #areasNamed(name: readonly string[], isIncomplete: boolean): number[] {
    if (!name.some((word) => LETTERS.test(word))) return [];
    const key = keyOf(name);
    const exact = this.#areas.get(key);
    if (exact || !isIncomplete || hasDigit(name.at(-1) ?? '')) return exact ?? [];
    const begun = [...this.#areas].filter(([other]) => other.startsWith(key) && !other.includes(' ', key.length));
    return begun.flatMap(([, places]) => places);
  }
}

const keyOf = (name: readonly string[]): string => name.map(skeleton).join(' ');

function add<T>(all: Map<string, T[]>, key: string, item: T): void {
  const known = all.get(key);
  if (known) known.push(item);
  else all.set(key, [item]);
}

/** All ranges of consecutive words among the first `MAX_WORDS`, the longest first. */
function phrases(asked: readonly string[]): [from: number, to: number][] {
  const count = Math.min(asked.length, MAX_WORDS);
  const all: [number, number][] = [];
  for (let length = count; length > 0; length--) {
    for (let from = 0; from + length <= count; from++) all.push([from, from + length]);
  }
  return all;
}
