import { isBsonClass } from './types';

/** The memory limit of one sort, group or similar stage, in bytes, as in MongoDB. */
export const MEMORY_LIMIT = 100 * 1024 * 1024;

/** The approximate size of a decoded value in memory, in bytes. */
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

/** Counts the bytes that a stage holds in memory, and throws above a limit. */
export type Meter = { hold: (bytes: number) => void };

/** A meter with a limit in bytes; above it the error of `exceeded` is thrown. */
export function meter(exceeded: () => Error, limit = MEMORY_LIMIT): Meter {
  let held = 0;
  return {
    hold(bytes) {
      held += bytes;
      if (held > limit) throw exceeded();
    },
  };
}

/** A meter whose bytes count towards another one, until `release` subtracts them. */
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

/** All items of a stream as an array; throws if the meter's limit is exceeded. */
export function gathered<T>(items: Iterable<T>, { hold }: Meter): T[] {
  const all: T[] = [];
  for (const item of items) {
    hold(sizeOf(item));
    all.push(item);
  }
  return all;
}
