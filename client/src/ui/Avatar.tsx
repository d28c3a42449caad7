import { onServer } from '../core/server';
import classes from './Avatar.module.css';
import tones from './Tones.module.css';

const TINTS = [tones.indigo, tones.green, tones.amber, tones.red];

/**
 * The first letter or digit of the first word and of the last word. Words without any are skipped, so no emoji is
 * split.
 */
export function initials(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]/u) ?? []);
  const ends = letters.length > 1 ? [letters.at(0), letters.at(-1)] : letters;
  return ends.join('').toUpperCase();
}

function tintOf(name: string): string | undefined {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return TINTS[sum % TINTS.length];
}

interface AvatarProps {
  name: string;
  /** The URL of a picture; initials are shown without one. */
  src?: string | null;
  /** Whether the avatar is on the solid card, where it is white. */
  onSolid?: boolean;
}

/**
 * A person: a picture, or initials on one of four tints by name. Decoration: the name is always shown beside it.
 * Mantine's Avatar is not used: it splits emojis, and takes its tints from another palette.
 */
export function Avatar({ name, src, onSolid = false }: AvatarProps) {
  return (
    <span className={`${classes.avatar} ${onSolid ? classes.onSolid : tintOf(name)}`} aria-hidden>
      {src ? <img src={onServer(src)} alt="" loading="lazy" /> : initials(name)}
    </span>
  );
}
