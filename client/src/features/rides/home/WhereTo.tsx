import { Button } from '@mantine/core';
import { IconCalendarClock, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { t } from '../../../core/t';
import classes from './Home.module.css';

const FIELDS = 'input, textarea, select, [contenteditable=true], [role=dialog] *';

/** Calls `onSlash` when the key "/" is pressed, except while the focus is in an input or in a dialog. */
function useSlash(onSlash: () => void): void {
  const called = useRef(onSlash);
  useEffect(() => {
    called.current = onSlash;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.matches(FIELDS)) return;
      event.preventDefault();
      called.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

interface WhereToProps {
  onSearch: () => void;
  onLater: () => void;
}

/** The first step of a ride: the search for its drop, and a button for a scheduled ride. */
export function WhereTo({ onSearch, onLater }: WhereToProps) {
  const field = useRef<HTMLButtonElement>(null);
  useSlash(() => field.current?.focus());
  return (
    <div className={classes.where}>
      <button ref={field} type="button" className={classes.search} aria-keyshortcuts="/" onClick={onSearch}>
        <IconSearch size={22} stroke={1.75} aria-hidden />
        {t('home.where_to')}
      </button>
      <Button
        className={classes.later ?? ''}
        variant="default"
        size="sm"
        leftSection={<IconCalendarClock size={20} stroke={1.75} aria-hidden />}
        onClick={onLater}
      >
        {t('home.later')}
      </Button>
    </div>
  );
}
