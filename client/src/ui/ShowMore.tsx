import { Button } from '@mantine/core';
import { t } from '../core/t';
import { useAction } from '../core/use-action';

interface ShowMoreProps {
  shown: number;
  total: number;
  /** Loads the next page. A rejection shows an error here. */
  onMore: () => Promise<void>;
}

/** The footer of a list with more rows than are shown: their number and a button that loads the next page. */
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
