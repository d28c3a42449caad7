import { isReference, type Token } from './pdf.syntax';

/** One object: its number, null where it cannot be found; its tokens; and whether a stream's payload follows them. */
export interface Scanned {
  number: number | null;
  tokens: readonly Token[];
  isStream: boolean;
}

const names = (...words: string[]) => new Set(words.map((word) => `/${word}`));

/** Whatever runs, opens, sends or carries something. None of it belongs to the scan of a paper. */
const ACTIVE = names(
  ...['JavaScript', 'JS', 'AA', 'Launch', 'ImportData', 'SubmitForm', 'GoToR', 'GoToE', 'Rendition', 'XFA', 'PS'],
  ...['EmbeddedFile', 'EmbeddedFiles', 'EF', 'FileAttachment', 'Collection', 'RichMedia', 'Movie', 'Sound', '3D'],
  ...['RichMediaExecute', 'OPI', 'PresSteps', 'AlternatePresentations'],
);

/** The actions that are left: nothing but links and buttons may ask for those that do more than to go to a page. */
const ACTIONS = names('GoTo', 'GoToDp', 'GoTo3DView', 'URI', 'Named', 'Hide', 'ResetForm', 'SetOCGState', 'Trans');

/** Whether a document of these objects does more than to show pages, at opening or when somebody reads it. */
export function acts(objects: readonly Scanned[]): boolean {
  return objects.some(hasActive) || objects.some(isElsewhere) || actsWhenOpened(objects);
}

function hasActive({ tokens }: Scanned): boolean {
  return tokens.some((token, key) => ACTIVE.has(token) || (token === '/S' && isHiddenAction(tokens, key + 1)));
}

/** A thread may lie in another file. A kind of action that is written elsewhere is no writer's way. */
function isHiddenAction(tokens: readonly Token[], at: number): boolean {
  return tokens[at] === '/Thread' || isReference(tokens, at);
}

/** Whether a stream's payload, or what is drawn in its place, is another file: `F` is also the short name of filters. */
function isElsewhere({ tokens, isStream }: Scanned): boolean {
  if (!isStream) return false;
  const isFilter = (token: Token) => token.startsWith('/') || token === '[';
  return valuesOf(tokens, '/Ref').length > 0 || !valuesOf(tokens, '/F').every(isFilter);
}

/** Whether it does more at opening than to go to a page: many writers ask for that much. */
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
 * Whether a reader finds nothing but pages under these numbers. Of several objects that have one, in any generation, any
 * may be taken. So may one of another number: some readers go by its place in a stream, and a cross-reference into
 * the middle of 15 finds a 5. Therefore no object at all may be another action.
 */
function canOnlyGo(opened: ReadonlySet<number | null>, objects: readonly Scanned[]): boolean {
  const targets = objects.filter(({ number }) => opened.has(number));
  const found = new Set(targets.map(({ number }) => number));
  const actions = objects.filter(({ tokens }) => valuesOf(tokens, '/S').some((kind) => ACTIONS.has(kind)));
  return found.size === opened.size && [...targets, ...actions].every(({ tokens }) => onlyGoes(tokens, 0));
}

/** A destination, or the action of going to one and nothing after it. */
function onlyGoes(tokens: readonly Token[], at: number): boolean {
  if (tokens[at] === '[') return true;
  if (tokens[at] !== '<<') return false;
  const action = tokens.slice(at, tokens.indexOf('>>', at));
  const kinds = valuesOf(action, '/S');
  return kinds.length === 1 && kinds[0] === '/GoTo' && !action.includes('/Next') && !action.includes('<<', 1);
}

/** The first tokens of a key's values in the dictionary that an object is. A bracket that closes too much hides none. */
function valuesOf(tokens: readonly Token[], key: Token): Token[] {
  let depth = 0;
  return tokens.filter((token, at) => {
    const isValue = depth <= 1 && tokens[at - 1] === key;
    if (token === '<<' || token === '[') depth++;
    if (token === '>>' || token === ']') depth--;
    return isValue;
  });
}
