import type { Selection } from '../plan/selection';
import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject } from '../values/types';

/** The beginning of a pipeline as a selection, which can use indexes, and the remaining stages. */
export type PipelineSource = { selection: Selection; rest: unknown[] };

function stageOf(stage: unknown, name: string): unknown {
  return isObject(stage) && Object.keys(stage).length === 1 ? stage[name] : undefined;
}

/** Turns a leading `$match`, `$sort`, `$skip` and `$limit` of a pipeline into a selection. */
export function pipelineSource(pipeline: readonly unknown[]): PipelineSource {
  const rest = [...pipeline];
  const take = <T>(name: string, is: (value: unknown) => value is T): T | undefined => {
    const value = stageOf(rest[0], name);
    if (!is(value)) return undefined;
    rest.shift();
    return value;
  };
  const isSort = (value: unknown): value is Document =>
    isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isNumber);
  const isCount = (value: unknown): value is number =>
    isNumber(value) && toNumber(value) > 0 && Number.isInteger(toNumber(value));
  const query = take('$match', isObject) ?? {};
  const sort = take('$sort', isSort);
  const skip = toNumber(take('$skip', isCount) ?? 0);
  const limit = toNumber(take('$limit', isCount) ?? 0);
  return { selection: { query, sort, skip, limit }, rest };
}
