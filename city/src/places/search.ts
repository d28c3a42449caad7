import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import MiniSearch from 'minisearch';
import { skeleton, words } from './fold';
import type { Place } from './place';

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

/** The number of letters that may differ. A word with digits has to match exactly: another number is another place. */
function allowedMistakes(word: string): number | false {
  if (/\p{N}/u.test(word) || word.length < 4) return false;
  return word.length < 7 ? 1 : 2;
}

/** Searches places by text: partial, with mistakes, abbreviated, in Devanagari. */
export class PlaceSearch {
  readonly #places: readonly Place[];
  readonly #folded: readonly string[][];
  readonly #city: readonly string[];
  readonly #index: MiniSearch<Document>;

  /** `city`: its name is ignored in queries, because all places are in it. */
  constructor(places: readonly Place[], city: string) {
    this.#places = places;
    this.#city = words(city);
    this.#folded = places.map((place) => [place.name, ...place.names].map((name) => words(name).join(' ')));
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

  /** The best `limit` places for a text. Where a point is given, places near it rank higher. */
  find(text: string, limit: number, near: Point | null): Place[] {
    const asked = this.#withoutCity(words(text)).slice(0, MAX_WORDS);
    const last = asked[asked.length - 1];
    if (last === undefined) return [];
    const query = asked.join(' ');
    const found = this.#index.search(query, {
      fields: ['words', 'kind'],
      boost: { kind: 0.5 },
      combineWith: 'AND',
      prefix: (term) => term === last,
      fuzzy: allowedMistakes,
      maxFuzzy: 2,
    });
    const scores = new Map(found.map(({ id, score }) => [Number(id), score]));
    if (scores.size < FEW) {
      const skeletons = asked.map(skeleton);
      const alike = this.#index.search(skeletons.join(' '), {
        fields: ['skeletons'],
        combineWith: 'AND',
        prefix: (term) => term === skeletons[skeletons.length - 1],
      });
      for (const { id, score } of alike) if (!scores.has(Number(id))) scores.set(Number(id), score / 2);
    }
    return [...scores]
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_CANDIDATES)
      .flatMap(([at, score]) => {
        const place = this.#places[at];
        return place ? [{ place, score: score * this.#weight(at, place, query, near) }] : [];
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ place }) => place);
  }

  #withoutCity(asked: string[]): string[] {
    const rest = asked.filter((word) => !this.#city.includes(word));
    return rest.length > 0 ? rest : asked;
  }

  #weight(at: number, place: Place, query: string, near: Point | null): number {
    const names = this.#folded[at] ?? [];
    const likeness = names.includes(query) ? EXACT : names.some((name) => name.startsWith(query)) ? PREFIX : 1;
    const nearness = near ? 0.5 + 0.5 / (1 + distanceKm(place, near) / NEARNESS_KM) : 1;
    return likeness * place.importance * nearness;
  }
}
