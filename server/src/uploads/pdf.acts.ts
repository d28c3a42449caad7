import { isReference, type Token } from './pdf.syntax';

/** One object: its number, null if it cannot be found; its tokens; and whether a stream's payload follows them. */
export interface Scanned {
  number: number | null;
  tokens: readonly Token[];
  isStream: boolean;
}

const names = (...words: string[]) => new Set(words.map((word) => `/${word}`));

/** Keys of everything that runs, opens, sends or contains something. No scanned document needs any of them. */
const ACTIVE = names(
  ...['JavaScript', 'JS', 'AA', 'Launch', 'ImportData', 'SubmitForm', 'GoToR', 'GoToE', 'Rendition', 'XFA', 'PS'],
  ...['EmbeddedFile', 'EmbeddedFiles', 'EF', 'FileAttachment', 'Collection', 'RichMedia', 'Movie', 'Sound', '3D'],
  ...['RichMediaExecute', 'OPI', 'PresSteps', 'AlternatePresentations'],
);

/** The other actions. Only links and buttons may have actions that do more than navigate to a page. */
const ACTIONS = names('GoTo', 'GoToDp', 'GoTo3DView', 'URI', 'Named', 'Hide', 'ResetForm', 'SetOCGState', 'Trans');

/** Whether a document with these objects does more than show pages, when it is opened or read. */
export function acts(objects: readonly Scanned[]): boolean {
  return objects.some(hasActive) || objects.some(isElsewhere) || actsWhenOpened(objects);
}

function hasActive({ tokens }: Scanned): boolean {
  return tokens.some((token, key) => ACTIVE.has(token) || (token === '/S' && isHiddenAction(tokens, key + 1)));
}

/**
 * Whether the kind of an action at `at` may hide another action. A thread may lead to another file. A kind that is
 * stored in another object is not known here, and no writer stores it there.
 */
function isHiddenAction(tokens: readonly Token[], at: number): boolean {
  return tokens[at] === '/Thread' || isReference(tokens, at);
}

/**
 * Whether a stream's payload, or a replacement for it, is in another file. `F` names that file, but is also the short name
 * of filters, which are a name or an array.
 */
function isElsewhere({ tokens, isStream }: Scanned): boolean {
  if (!isStream) return false;
  const isFilter = (token: Token) => token.startsWith('/') || token === '[';
  return valuesOf(tokens, '/Ref').length > 0 || !valuesOf(tokens, '/F').every(isFilter);
}

/** Whether a document does more than navigate to a page when it is opened. Many writers add such a navigation. */
function actsWhenOpened(objects: readonly Scanned[]): boolean {
  const opened = new Set<number | null>();
  for (const { tokens } of objects) {
    for (let at = tokens.indexOf('/OpenAction') + 1; at > 0; at = tokens.indexOf('/OpenAction', at) + 1) {
      if (isReference(tokens, at)) opened.add(Number(tokens[at]));
      else if (!onlyGoes(tokens, at)) return true;
    }
  }
  return opened.size > 0 && !canOnlyGo(opened, objects);
}

/**
 * Whether every reader finds only page navigation under these numbers. Of several objects with one number, in any
 * generation, a reader may take any one. A reader may also take an object with another number: some readers go by the
 * object's place in a stream, and a cross-reference into the middle of the number 15 finds object 5. Therefore no
 * object in the file may be another action.
 */
function canOnlyGo(opened: ReadonlySet<number | null>, objects: readonly Scanned[]): boolean {
  const targets = objects.filter(({ number }) => opened.has(number));
  const found = new Set(targets.map(({ number }) => number));
  const actions = objects.filter(({ tokens }) => valuesOf(tokens, '/S').some((kind) => ACTIONS.has(kind)));
  return found.size === opened.size && [...targets, ...actions].every(({ tokens }) => onlyGoes(tokens, 0));
}

/** Whether the tokens are a destination, or an action that goes to one and has no next action. */
function onlyGoes(tokens: readonly Token[], at: number): boolean {
  if (tokens[at] === '[') return true;
  if (tokens[at] !== '<<') return false;
  const action = tokens.slice(at, tokens.indexOf('>>', at));
  const kinds = valuesOf(action, '/S');
  return kinds.length === 1 && kinds[0] === '/GoTo' && !action.includes('/Next') && !action.includes('<<', 1);
}

/** The first tokens of a key's values in the dictionary of an object. Surplus closing brackets do not hide any. */
function valuesOf(tokens: readonly Token[], key: Token): Token[] {
  let depth = 0;
  return tokens.filter((token, at) => {
    const isValue = depth <= 1 && tokens[at - 1] === key;
    if (token === '<<' || token === '[') depth++;
    if (token === '>>' || token === ']') depth--;
    return isValue;
  });
}
