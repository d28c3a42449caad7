import { letVariables } from '../expression/compile';
import { isReplacement } from '../update/compile';
import { failedToParse, missingField, mongoError } from '../values/errors';
import { toNumber } from '../values/numbers';
import type { Document } from '../values/types';
import { checkFields, documentArgument, documentsArgument, queryArgument, targetOf, variablesOf } from './arguments';
import type { Answer, Command, Invocation } from './context';
import { writable } from './namespaces';
import { deleteDocuments, insertDocument, type UpdateStatement, updateDocuments } from './operations';
import { eachStatement, errorsField } from './write-errors';

const MAX_STATEMENTS = 100_000;

function statementsOf(command: Document, field: string): Document[] {
  const statements = documentsArgument(command, field);
  if (statements.length === 0 || statements.length > MAX_STATEMENTS) {
    throw mongoError(
      16,
      'InvalidLength',
      `Write batch sizes must be between 1 and ${MAX_STATEMENTS}. Got ${statements.length} operations.`,
    );
  }
  return statements;
}

function isOrdered(command: Document): boolean {
  return command.ordered !== false;
}

function insert(invocation: Invocation): Answer {
  const { engine, command, database } = invocation;
  const target = { database, name: targetOf(invocation) };
  const documents = statementsOf(command, 'documents');
  const bypassValidation = command.bypassDocumentValidation === true;
  writable(engine.store, target);
  let n = 0;
  const errors = eachStatement(documents, isOrdered(command), (document) => {
    insertDocument(engine.store, target, { document, bypassValidation });
    n++;
  });
  return { n, ...errorsField(errors) };
}

const UPDATE_FIELDS = new Set(['q', 'u', 'c', 'multi', 'upsert', 'arrayFilters', 'collation', 'hint']);
const DELETE_FIELDS = new Set(['q', 'limit', 'collation', 'hint']);

/** The statements of an update or delete. The field names of all statements are checked before the first one runs. */
function shaped(command: Document, field: 'updates' | 'deletes', required: readonly string[]): Document[] {
  const where = field === 'updates' ? 'update.updates' : 'delete.deletes';
  const statements = statementsOf(command, field);
  for (const statement of statements) {
    checkFields(statement, where, field === 'updates' ? UPDATE_FIELDS : DELETE_FIELDS);
    for (const key of required) {
      if (statement[key] === undefined || statement[key] === null) {
        throw missingField(`${where}.${key}`);
      }
    }
  }
  return statements;
}

function checkUpdate({ u, multi }: Document): void {
  if (multi === true && !Array.isArray(u) && isReplacement(u as Document)) {
    throw failedToParse('multi update is not supported for replacement-style update');
  }
}

function updateOf(statement: Document, invocation: Invocation): UpdateStatement {
  checkUpdate(statement);
  const { command, deadline } = invocation;
  const constants = { ...documentArgument(command, 'let'), ...documentArgument(statement, 'c') };
  const arrayFilters = statement.arrayFilters === undefined ? undefined : documentsArgument(statement, 'arrayFilters');
  return {
    selection: {
      query: queryArgument(statement, 'q'),
      hint: statement.hint,
      collation: documentArgument(statement, 'collation'),
      variables: letVariables({ let: constants }),
      deadline,
    },
    update: statement.u,
    multi: statement.multi === true,
    upsert: statement.upsert === true,
    arrayFilters,
    bypassValidation: command.bypassDocumentValidation === true,
  };
}

function update(invocation: Invocation): Answer {
  const { engine, command, database } = invocation;
  const target = { database, name: targetOf(invocation) };
  let n = 0;
  let nModified = 0;
  const upserted: Document[] = [];
  const errors = eachStatement(shaped(command, 'updates', ['q', 'u']), isOrdered(command), (statement, index) => {
    const outcome = updateDocuments(engine.store, target, updateOf(statement, invocation));
    n += outcome.upserted ? 1 : outcome.matched;
    nModified += outcome.modified;
    if (outcome.upserted) upserted.push({ index, _id: outcome.upserted.id });
  });
  return { n, nModified, ...(upserted.length > 0 ? { upserted } : {}), ...errorsField(errors) };
}

function limitOf(statement: Document): number {
  const limit = toNumber(statement.limit);
  if (limit !== 0 && limit !== 1) throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
  return limit;
}

function remove(invocation: Invocation): Answer {
  const { engine, command, database, deadline } = invocation;
  const target = { database, name: targetOf(invocation) };
  let n = 0;
  const statements = shaped(command, 'deletes', ['q', 'limit']);
  const limits = statements.map(limitOf);
  const errors = eachStatement(statements, isOrdered(command), (statement, index) => {
    n += deleteDocuments(engine.store, target, {
      query: queryArgument(statement, 'q'),
      limit: limits[index] ?? 1,
      hint: statement.hint,
      collation: documentArgument(statement, 'collation'),
      variables: variablesOf(command),
      deadline,
    }).n;
  });
  return { n, ...errorsField(errors) };
}

const SHARED_FIELDS = ['ordered', 'bypassDocumentValidation', 'let'];

/** Inserting, updating, deleting. */
export const writeCommands: Record<string, Command> = {
  insert: { fields: ['documents', ...SHARED_FIELDS], writes: true, run: insert },
  update: { fields: ['updates', ...SHARED_FIELDS], writes: true, run: update },
  delete: { fields: ['deletes', ...SHARED_FIELDS], writes: true, run: remove },
};
