import { errorsOf, verifyCollection } from '../indexes/verify';
import { namespaceOf } from '../storage/collection';
import { mongoError } from '../values/errors';
import { targetOf } from './arguments';
import { existing } from './collections';
import type { Answer, Command, Invocation } from './context';

/** MongoDB's `validate`: reads the whole collection; `valid` is false if there is any error. */
function validate(invocation: Invocation): Answer {
  const collection = existing(invocation, targetOf(invocation));
  if (collection.options.viewOn !== undefined) {
    throw mongoError(166, 'CommandNotSupportedOnView', 'Cannot validate a view');
  }
  const report = verifyCollection(invocation.engine.store, collection);
  const indexes = [...report.indexes];
  const errors = errorsOf(report);
  return {
    ns: namespaceOf(collection),
    nInvalidDocuments: report.damagedRecords.length,
    nNonCompliantDocuments: 0,
    nrecords: report.records,
    nIndexes: indexes.length,
    keysPerIndex: Object.fromEntries(indexes.map(([name, { keys }]) => [name, keys])),
    indexDetails: Object.fromEntries(
      indexes.map(([name, { missing, surplus, damaged }]) => [name, { valid: missing + surplus + damaged === 0 }]),
    ),
    valid: errors.length === 0,
    repaired: false,
    warnings:
      report.withoutChecksum > 0
        ? [`${report.withoutChecksum} records and index entries are from before there were checksums`]
        : [],
    errors,
    corruptRecords: report.damagedRecords,
  };
}

/** Checking the integrity of a collection. */
export const validateCommands: Record<string, Command> = {
  validate: { fields: ['full', 'repair', 'metadata', 'checkBSONConformance', 'background'], run: validate },
};
