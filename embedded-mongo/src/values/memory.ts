import { isBsonClass } from './types';

/** What one sort, group or other gathering may hold at a time, in bytes: MongoDB's own limit. */
export const MEMORY_LIMIT = 100 * 1024 * 1024;

/** About the bytes a decoded value takes in memory. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce<number>((sum, element) => sum + 8 + sizeOf(element), 32);
  if (value instanceof Uint8Array) return 96 + value.length;
  if (isBsonClass(value)) return value._bsontype === 'Binary' ? 128 + value.buffer.length : 80;
  if (value instanceof Date) return 48;
  let size = 56;
  for (const member of Object.values(value)) size += 16 + sizeOf(member);
  return size;
}

/** Counts what a gathering holds and throws where it is too much. */
export type Meter = { hold: (bytes: number) => void };

/** A meter that throws what it is told to throw once more than the limit is held. */
export function meter(exceeded: () => Error, limit = MEMORY_LIMIT): Meter {
  let held = 0;
  return {
    hold(bytes) {
      held += bytes;
      if (held > limit) throw exceeded();
    },
  };
}

/** A part of what a meter counts, that can be given back. */
export function shareOf(whole: Meter): Meter & { release(): void } {
  let share = 0;
  return {
    hold(bytes) {
      share += bytes;
      whole.hold(bytes);
    },
    release() {
      whole.hold(-share);
      share = 0;
    },
  };
}

/** All of a stream at once, as far as memory is allowed for it. */
export function gathered<T>(items: Iterable<T>, { hold }: Meter): T[] {
  const all: T[] = [];
  for (const item of items) {
    hold(sizeOf(item));
    all.push(item);
  }
  return all;
}
