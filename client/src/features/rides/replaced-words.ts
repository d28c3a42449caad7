import { type FoundAddress, formatLabelledCoordinates, looksLikeCoordinates } from '../../core/address';
import { type End, type Place, stillNames } from './ride-draft';

/**
 * The text of the pickup or the drop that was replaced because a point was chosen: by the address of the point, by an
 * address without the typed house number, or by coordinates if the point has no known address.
 */
export interface ReplacedWords {
  end: End;
  before: Place;
  by: 'address' | 'street' | 'numbers';
}

const HOUSE_NUMBER = /^\p{L}{0,2}[-/]?\d[^\s,]*[\s,]+(?=.*\p{L}{2})/u;

/** Whether `words` begins with a house number that `address` lacks: 'B-14, Green Park' and 'Green Park Road'. */
export function losesHouseNumber(words: string, address: string): boolean {
  const [number] = HOUSE_NUMBER.exec(words.trim()) ?? [];
  return number !== undefined && !address.toLowerCase().includes(number.replace(/[\s,]+$/, '').toLowerCase());
}

function isWords({ text, point }: Place): boolean {
  const isOwnPosition = point !== null && text === formatLabelledCoordinates(point);
  return text.trim() !== '' && !looksLikeCoordinates(text) && !isOwnPosition;
}

/**
 * Whether a person typed the text of a chosen point: the text is neither the coordinates of the point nor the name
 * that was found for the point. The pin may then be elsewhere than the text says.
 */
export function namesPointByHand(place: Place): boolean {
  return place.point !== null && isWords(place) && !(place.foundWords && stillNames(place.text, place));
}

/** The text that is lost when a new point gives a place its address or its coordinates; null if none is lost. */
export function replacedBy(end: End, before: Place, found: FoundAddress): ReplacedWords | null {
  if (!isWords(before) || (found.found === 'name' && found.text === before.text)) return null;
  if (found.found !== 'name') return { end, before, by: 'numbers' };
  return { end, before, by: losesHouseNumber(before.text, found.text) ? 'street' : 'address' };
}

/**
 * The place with its text restored. A text that was found for a point returns with that point; a typed text, and one
 * that coordinates have replaced, stays at the new point.
 */
export function restored({ before, by }: ReplacedWords): Partial<Place> {
  const namedItsPoint = before.point !== null && Boolean(before.foundWords);
  return namedItsPoint && by !== 'numbers' ? before : { text: before.text, foundWords: '' };
}
