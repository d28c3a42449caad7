import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import MiniSearch from 'minisearch';
import { AddressSearch, haveSameWords } from './addresses';
import { skeleton, words } from './fold';
import type { House, Place, Places } from './place';

/** The maximum number of candidates that are ranked: a word like "sector" is in very many names. */
const MAX_CANDIDATES = 200;
/** With fewer results than this, a second search compares the consonants only. */
const FEW = 3;
const MAX_WORDS = 8;
/** Factors on the score of a place whose name equals the query, or starts with it. */
const EXACT = 3;
const PREFIX = 1.6;
/** The distance in km at which half of the bonus for nearness is left. */
const NEARNESS_KM = 4;

/** Search words for a kind of place, for names that do not contain them. */
const KINDS: Readonly<Record<string, string>> = {
  'railway=station': 'railway station train',
  'amenity=bus_station': 'bus stand station terminal isbt',
  'aeroway=aerodrome': 'airport',
  'amenity=hospital': 'hospital',
  'amenity=clinic': 'clinic doctor',
  'amenity=pharmacy': 'chemist pharmacy medical store',
  'amenity=fuel': 'petrol pump fuel',
  'amenity=police': 'police station',
  'amenity=school': 'school',
  'amenity=college': 'college',
  'amenity=university': 'university',
  'amenity=cinema': 'cinema',
  'amenity=bank': 'bank',
  'amenity=marketplace': 'market bazaar',
  'amenity=fire_station': 'fire station',
  'amenity=post_office': 'post office',
  'shop=mall': 'shopping mall',
  'leisure=park': 'park garden',
  'leisure=stadium': 'stadium',
  'tourism=hotel': 'hotel',
  'natural=water': 'lake',
};

interface Document {
  at: number;
  words: string;
  kind: string;
  skeletons: string;
}

/** How many letters may differ; false for a short word, and for a word with digits: another number is another place. */
function allowedMistakes(word: string): number | false {
  if (/\p{N}/u.test(word) || word.length < 4) return false;
  return word.length < 7 ? 1 : 2;
}

/** A query in normalised words. */
interface Asked {
  /** All words of the query. */
  whole: readonly string[];
  /**
   * The words without the name of the city, because all places are in the city; all words if the query is only the
   * city's name.
   */
  words: readonly string[];
}

/** A candidate: the index of a place, and its score from the text index. */
interface Candidate {
  at: number;
  score: number;
  /** The words of the place that match the query. */
  terms: readonly string[];
}

/** How well the name of a place fits the query: a better class always comes first, whatever the score. */
const MATCH_IN_FULL = 2;
const MATCH_NEARLY = 1;
const MATCH_IN_PART = 0;

/** Finds places by what people type: incomplete, misspelt or abbreviated names, Devanagari, and house numbers. */
export class PlaceSearch {
  readonly #places: readonly Place[];
  /** All names of each place, in words. */
  readonly #names: readonly (readonly string[][])[];
  readonly #folded: readonly string[][];
  readonly #city: readonly string[];
  readonly #index: MiniSearch<Document>;
  readonly #addresses: AddressSearch;

  constructor({ places, city, houses }: Places) {
    this.#places = places;
    this.#city = words(city);
    this.#names = places.map((place) => [place.name, ...place.names].map(words));
    this.#folded = this.#names.map((names) => names.map((name) => name.join(' ')));
    this.#addresses = new AddressSearch(places, this.#names, houses, this.#city);
    this.#index = new MiniSearch<Document>({
      idField: 'at',
      fields: ['words', 'kind', 'skeletons'],
      tokenize: (text) => text.split(' ').filter(Boolean),
      processTerm: (term) => term,
    });
    this.#index.addAll(
      places.map(({ district, key, value }, at) => {
        const all = [...new Set([...(this.#folded[at] ?? []), words(district ?? '').join(' ')].join(' ').split(' '))];
        return {
          at,
          words: all.join(' '),
          kind: KINDS[`${key}=${value}`] ?? '',
          skeletons: all.map(skeleton).join(' '),
        };
      }),
    );
  }

  /**
   * The best `limit` results for a text: first the houses with this address, then the places with this name. If there
   * is no such house and no such place, the text may be the address of an unknown house: then the results are the
   * streets or areas that it names. If a point is given, places near it rank higher.
   */
  find(text: string, limit: number, near: Point | null): (Place | House)[] {
    const asked = this.#asked(text);
    if (asked.words.length === 0) return [];
    const houses = this.#addresses.houses(asked.whole, asked.words);
    // Each different word is searched for once.
    const found = this.#candidates([...new Set(asked.words)].slice(0, MAX_WORDS));
    const candidates = found.length > 0 || houses.length > 0 ? found : this.#around(asked.whole);
    const places = candidates
      .flatMap((candidate) => {
        const place = this.#places[candidate.at];
        if (!place) return [];
        const score = candidate.score * this.#weight(candidate.at, place, asked.words.join(' '), near);
        return [{ place, score, match: this.#matchClass(candidate, asked) }];
      })
      .sort((a, b) => b.match - a.match || b.score - a.score)
      .map(({ place }) => place);
    return [...houses, ...places].slice(0, limit);
  }

  #asked(text: string): Asked {
    const whole = words(text);
    const rest = whole.filter((word) => !this.#city.includes(word));
    return { whole, words: rest.length > 0 ? rest : whole };
  }

  #candidates(asked: readonly string[]): Candidate[] {
    const last = asked[asked.length - 1];
    const found = this.#index.search(asked.join(' '), {
      fields: ['words', 'kind'],
      boost: { kind: 0.5 },
      combineWith: 'AND',
      prefix: (term) => term === last,
      fuzzy: allowedMistakes,
      maxFuzzy: 2,
    });
    const candidates = new Map(found.map(({ id, score, terms }) => [Number(id), { at: Number(id), score, terms }]));
    if (candidates.size < FEW) {
      const skeletons = [...new Set(asked.map(skeleton))];
      const alike = this.#index.search(skeletons.join(' '), {
        fields: ['skeletons'],
        combineWith: 'AND',
        prefix: (term) => term === skeletons[skeletons.length - 1],
      });
      for (const { id, score } of alike) {
        if (!candidates.has(Number(id))) candidates.set(Number(id), { at: Number(id), score: score / 2, terms: [] });
      }
    }
    return [...candidates.values()].sort((a, b) => b.score - a.score).slice(0, MAX_CANDIDATES);
  }

  /** The streets or areas that an address names. */
  #around(whole: readonly string[]): Candidate[] {
    return [...this.#addresses.areas(whole)].map(([at, name]) => {
      const isExact = this.#folded[at]?.includes(name.join(' '));
      return { at, score: isExact ? EXACT : 1, terms: [] };
    });
  }

  /**
   * A name with exactly the words of the query fits best. If the name of the city was typed, names that consist only of
   * it and of words that match the query come next.
   */
  #matchClass({ at, terms }: Candidate, asked: Asked): number {
    const names = this.#names[at] ?? [];
    if (names.some((name) => haveSameWords(name, asked.whole))) return MATCH_IN_FULL;
    const city = asked.whole.filter((word) => !asked.words.includes(word));
    if (city.length === 0) return MATCH_IN_PART;
    const isNearly = (name: readonly string[]) =>
      city.every((word) => name.includes(word)) && name.every((word) => city.includes(word) || terms.includes(word));
    return names.some(isNearly) ? MATCH_NEARLY : MATCH_IN_PART;
  }

  #weight(at: number, place: Place, query: string, near: Point | null): number {
    const names = this.#folded[at] ?? [];
    const likeness = names.includes(query) ? EXACT : names.some((name) => name.startsWith(query)) ? PREFIX : 1;
    const nearness = near ? 0.5 + 0.5 / (1 + distanceKm(place, near) / NEARNESS_KM) : 1;
    return likeness * place.importance * nearness;
  }
}
