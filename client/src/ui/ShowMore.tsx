import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../core/t';

interface ShowMoreProps {
  shown: number;
  total: number;
  onMore: () => Promise<void>;
}

/** Under a list that has more rows than are shown: how many, and the button that brings the next. */
export function ShowMore({ shown, total, onMore }: ShowMoreProps) {
  const [busy, setBusy] = useState(false);
  if (shown >= total) return null;
  const more = async () => {
    setBusy(true);
    await onMore();
    setBusy(false);
  };
  return (
    <Button variant="default" fullWidth mt="sm" loading={busy} onClick={() => void more()}>
      {t('common.load_more_of', { shown, total })}
    </Button>
  );
}
