import { Button } from '@mantine/core';
import { t } from '../core/t';
import { useAction } from '../core/use-action';

interface ShowMoreProps {
  shown: number;
  total: number;
  /** Reads the next page. Its failure is said here. */
  onMore: () => Promise<void>;
}

/** Under a list that has more rows than are shown: how many, and the button that brings the next. */
export function ShowMore({ shown, total, onMore }: ShowMoreProps) {
  const { busy, act } = useAction();
  if (shown >= total) return null;
  const more = () => act({ name: 'more', input: shown, run: onMore, errorMessage: 'common.could_not_load' });
  return (
    <Button variant="default" fullWidth mt="sm" loading={busy !== null} onClick={() => void more()}>
      {t('common.load_more_of', { shown, total })}
    </Button>
  );
}
