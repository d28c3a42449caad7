import { t } from '../../core/t';
import { FieldNote } from './FieldNote';
import type { ReplacedWords } from './replaced-words';

const notes = {
  address: 'rides.words_address',
  street: 'rides.words_street',
  numbers: 'rides.words_numbers',
} as const;

interface ReplacedNoteProps {
  replaced: ReplacedWords;
  onRestore: () => void;
}

/** The note below a place field whose text a newly chosen point has replaced, with a button that restores the text. */
export function ReplacedNote({ replaced: { by, before }, onRestore }: ReplacedNoteProps) {
  const action = t(by === 'address' ? 'rides.words_undo' : 'rides.words_keep');
  return <FieldNote text={t(notes[by], { words: before.text })} action={action} onAction={onRestore} />;
}
