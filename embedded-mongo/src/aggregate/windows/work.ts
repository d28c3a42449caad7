import { shareOf } from '../../values/memory';
import type { Document } from '../../values/types';
import type { GroupField } from '../stages/group-fields';
import { type Window, type WindowContext, windowOf } from './bounds';
import { framesOf } from './frames';
import type { Partition } from './partition';

/** The result of a function for the document at an index of its partition; must be called with ascending indexes. */
export type Answers = (at: number) => unknown;

/**
 * A compiled window function: takes a partition and returns the function that computes the result for each document.
 */
export type WindowFunction = (partition: Partition) => Answers;

/** A window function as it is written: `{ $name: argument, window }`. */
export interface Call extends WindowContext {
  name: string;
  argument: unknown;
  /** The window as written, not parsed; undefined if it is left out. */
  window: unknown;
}

export type WindowCompiler = (call: Call) => WindowFunction;

/** Accumulates the documents of the window. While the window's start stays the same, only new documents are added. */
export function accumulated(field: GroupField, window: Window): WindowFunction {
  return (partition) => {
    const frames = framesOf(window, partition);
    const held = shareOf(partition.held);
    let accumulator = field.start(held);
    let covered = { start: 0, end: 0 };
    let answer: unknown = accumulator.result();
    return (at) => {
      const { start, end } = frames(at);
      if (start === covered.start && end === covered.end) return answer;
      if (start !== covered.start || end < covered.end) {
        held.release();
        accumulator = field.start(held);
        covered = { start, end: start };
      }
      for (let place = covered.end; place < end; place++) accumulator.add(field.evaluate(partition.documents[place]));
      covered = { start, end };
      answer = accumulator.result();
      return answer;
    };
  };
}

/** A function of the first and the last document of the window; `otherwise` for an empty window. */
export function ofEnds(
  window: Window,
  answer: (first: Document, last: Document) => unknown,
  otherwise: unknown = null,
): WindowFunction {
  return (partition) => {
    const frames = framesOf(window, partition);
    return (at) => {
      const { start, end } = frames(at);
      const first = partition.documents[start];
      const last = partition.documents[end - 1];
      return start < end && first && last ? answer(first, last) : otherwise;
    };
  };
}

/** The parsed window of a call. Throws what {@link windowOf} throws. */
export function givenWindow(call: Call): Window {
  return windowOf(call.window, call);
}
