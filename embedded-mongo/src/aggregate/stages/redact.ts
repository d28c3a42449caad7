import { compileExpression } from '../../expression/compile';
import { own, put } from '../../values/clone';
import { located } from '../../values/errors';
import { type Document, isObject } from '../../values/types';
import type { StageCompiler } from '../environment';
import { flattened } from '../streams';

const KEEP = '$$KEEP';
const PRUNE = '$$PRUNE';

/** Decides about one document: keep, prune or descend. */
type Redaction = (current: Document) => unknown;

function redacted(document: Document, decide: Redaction): Document | undefined {
  const decision = decide(document);
  if (decision === KEEP) return document;
  if (decision === PRUNE) return undefined;
  if (decision !== '$$DESCEND') {
    throw located(17053, '$redact must return one of $$KEEP, $$PRUNE, $$DESCEND');
  }
  const kept: Document = {};
  for (const key of Object.keys(document)) {
    const value = redactedValue(own(document, key), decide);
    if (value !== undefined) put(kept, key, value);
  }
  return kept;
}

function redactedValue(value: unknown, decide: Redaction): unknown {
  if (Array.isArray(value)) {
    return value.map((element) => redactedValue(element, decide)).filter((element) => element !== undefined);
  }
  return isObject(value) ? redacted(value, decide) : value;
}

/**
 * `$redact`: keeps a document, prunes it, or descends into it and decides about each document embedded in it. In the
 * expression, `CURRENT` is the document that is being decided about.
 */
export const redact: StageCompiler = (argument, { environment }) => {
  const variables = { ...environment.variables, CURRENT: null };
  const evaluate = compileExpression(argument, { ...environment, variables });
  return (documents) =>
    flattened(documents, (root) => {
      const kept = redacted(root, (current) => evaluate(root, { CURRENT: current }));
      return kept === undefined ? [] : [kept];
    });
};
