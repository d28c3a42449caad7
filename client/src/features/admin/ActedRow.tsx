import { UNDO_MS } from '@boli/shared/core/constants';
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
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

/** Whether this time (ms) has passed since the component was mounted. */
function useIsOver(ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setOver(true), ms);
    return () => window.clearTimeout(timer);
  }, [ms]);
  return isOver;
}

/**
 * In the place of the buttons of a row that was acted on: what was done, and the way back as long as
 * there is one. It takes no press at first.
 */
export function ActedRow({ done, tone, busy, disabled, describedBy, onUndo }: ActedRowProps) {
  const isLocked = useLock(done);
  const isOver = useIsOver(UNDO_MS);
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Badge tone={tone}>{done}</Badge>
      {!isOver && (
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
      )}
    </Group>
  );
}
