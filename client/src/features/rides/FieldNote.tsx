import { Button, Text } from '@mantine/core';
import classes from './CreateRide.module.css';

interface FieldNoteProps {
  text: string;
  /** The text of the button. */
  action: string;
  onAction: () => void;
}

/** A note in the ride form with one button, such as a button that undoes what the note reports. No toast covers it. */
export function FieldNote({ text, action, onAction }: FieldNoteProps) {
  return (
    <div data-clear-of-toasts className={classes.replaced}>
      <Text size="meta" role="status" flex={1} miw={0}>
        {text}
      </Text>
      <Button
        variant="subtle"
        px="xs"
        fz="sm"
        flex="none"
        // An open list stays open: if it closed, the button would move before the press ends.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onAction}
      >
        {action}
      </Button>
    </div>
  );
}
