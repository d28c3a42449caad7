import { Button, Text } from '@mantine/core';
import { t } from '../../core/t';
import classes from './CreateRide.module.css';
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
  return (
    <div data-clear-of-toasts className={classes.replaced}>
      <Text size="meta" role="status" flex={1} miw={0}>
        {t(notes[by], { words: before.text })}
      </Text>
      <Button variant="subtle" px="xs" fz="sm" flex="none" onClick={onRestore}>
        {t(by === 'address' ? 'rides.words_undo' : 'rides.words_keep')}
      </Button>
    </div>
  );
}
