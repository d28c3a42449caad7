import { Button, Group } from '@mantine/core';
import { t } from '../../core/t';
import { useLock } from '../../core/use-lock';
import { Badge, type Tone } from '../../ui/Badge';

interface ActedRowProps {
  /** What was done, as text. */
  done: string;
  tone: Tone;
  busy: boolean;
  disabled: boolean;
  /** The id of what names the row. */
  describedBy: string;
  onUndo: () => void;
}

/** In the place of the buttons of a row that was acted on: what was done, and the way back. It takes no press at first. */
export function ActedRow({ done, tone, busy, disabled, describedBy, onUndo }: ActedRowProps) {
  const isLocked = useLock(done);
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Badge tone={tone}>{done}</Badge>
      <Button
        variant="subtle"
        size="sm"
        loading={busy}
        disabled={disabled || isLocked}
        aria-describedby={describedBy}
        onClick={onUndo}
      >
        {t('admin.undo')}
      </Button>
    </Group>
  );
}
