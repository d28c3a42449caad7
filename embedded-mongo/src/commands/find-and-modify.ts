import { compileProjection } from '../project/compile';
import { failedToParse } from '../values/errors';
import type { Document } from '../values/types';
import { documentArgument, documentsArgument, queryArgument, targetOf, variablesOf } from './arguments';
import type { Answer, Command, Invocation } from './context';
import { deleteDocuments, updateDocuments } from './operations';

type Shown = (document: Document | null) => Document | null;

function shownBy({ command }: Invocation, query: Document): Shown {
  const fields = documentArgument(command, 'fields');
  const collation = documentArgument(command, 'collation');
  const project = fields && compileProjection(fields, { query, collation, variables: variablesOf(command) });
  return (document) => (document && project ? project(document) : document);
}

function check({ remove, update, upsert, new: after }: Document): void {
  if (remove && update !== undefined) throw failedToParse("Cannot specify both an 'update' and 'remove'=true");
  if (!remove && update === undefined) throw failedToParse("Either an 'update' or 'remove'=true must be specified");
  if (remove && upsert) throw failedToParse("Cannot specify both 'upsert'=true and 'remove'=true ");
  if (remove && after)
    throw failedToParse(
      "Cannot specify both 'new'=true and 'remove'=true; 'remove' always returns the deleted document",
    );
}

function findAndModify(invocation: Invocation): Answer {
  const { command, engine, database, deadline } = invocation;
  check(command);
  const target = { database, name: targetOf(invocation) };
  const query = queryArgument(command, 'query');
  const show = shownBy(invocation, query);
  const selection = {
    query,
    sort: documentArgument(command, 'sort'),
    hint: command.hint,
    collation: documentArgument(command, 'collation'),
    variables: variablesOf(command),
    deadline,
  };
  if (command.remove) {
    const { removed } = deleteDocuments(engine.store, target, { ...selection, limit: 1 });
    return { lastErrorObject: { n: removed ? 1 : 0 }, value: show(removed) };
  }
  const { matched, upserted, before, after } = updateDocuments(engine.store, target, {
    selection,
    update: command.update,
    multi: false,
    upsert: command.upsert === true,
    arrayFilters: command.arrayFilters === undefined ? undefined : documentsArgument(command, 'arrayFilters'),
    bypassValidation: command.bypassDocumentValidation === true,
  });
  const lastErrorObject = {
    n: upserted ? 1 : matched,
    updatedExisting: matched > 0,
    ...(upserted ? { upserted: upserted.id } : {}),
  };
  return { lastErrorObject, value: show(command.new ? after : before) };
}

const FIELDS = [
  'query',
  'sort',
  'remove',
  'update',
  'new',
  'fields',
  'upsert',
  'bypassDocumentValidation',
  'collation',
  'arrayFilters',
  'hint',
  'let',
];

/** Changing or removing one document and returning it. */
export const findAndModifyCommands: Record<string, Command> = {
  findAndModify: { aliases: ['findandmodify'], fields: FIELDS, writes: true, run: findAndModify },
};
