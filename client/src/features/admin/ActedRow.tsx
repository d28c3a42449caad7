import { UNDO_MS } from '@boli/shared/core/constants';
import { Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../../core/t';
import { Badge, type Tone } from '../../ui/Badge';
import { LockedButton } from '../../ui/LockedButton';

interface ActedRowProps {
  /** What was done, as text. */
  done: string;
  tone: Tone;
  loading: boolean;
  disabled: boolean;
  /** The id of the element that names the row. */
  'aria-describedby': string;
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
 * Replaces the buttons of a row after an action: what was done, and Undo while that is possible. Undo ignores presses
 * for its first 1.2 seconds.
 */
export function ActedRow({ done, tone, onUndo, ...button }: ActedRowProps) {
  const isOver = useIsOver(UNDO_MS);
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Badge tone={tone}>{done}</Badge>
      {!isOver && (
        <LockedButton needsServer meaning={done} variant="subtle" size="sm" {...button} onClick={onUndo}>
          {t('common.undo')}
        </LockedButton>
      )}
    </Group>
  );
}
