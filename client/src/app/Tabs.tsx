import type { Icon } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { t } from '../core/t';
import classes from './Tabs.module.css';

export interface Tab {
  id: string;
  label: string;
  icon: Icon;
  /** Something on it is going on right now. */
  live?: boolean;
  /** How many wait there. */
  count?: number | undefined;
}

/** A number beside a name: 'Pending Settlements (3)' to readers, a chip to the eye. */
function Count({ count }: { count: number }) {
  return (
    <>
      <span className="visually-hidden">{` (${count})`}</span>
      <span className={classes.count} aria-hidden>
        {count}
      </span>
    </>
  );
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The sections of a dashboard: a bottom bar on phones, a row on top on desktop, both by their whole names. */
export function Tabs({ tabs, current, onChoose }: { tabs: Tab[]; current: string; onChoose: (id: string) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.id === current);
    const step = STEPS[event.key];
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? tabs.length - 1
          : step
            ? (at + step + tabs.length) % tabs.length
            : -1;
    const next = tabs[to];
    if (!next) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
    onChoose(next.id);
  };
  return (
    <nav className={classes.bar} aria-label={t('shell.sections')}>
      <div ref={list} role="tablist" aria-label={t('shell.sections')} className={classes.list} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label, icon: Sign, live, count }) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            className={classes.tab}
            aria-selected={id === current}
            aria-controls={id === current ? 'panel' : undefined}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            <span className={classes.sign}>
              <Sign size={22} stroke={1.75} aria-hidden />
              {live && <span className={classes.dot} />}
            </span>
            <span className={classes.word}>
              {label}
              {count !== undefined && count > 0 && <Count count={count} />}
            </span>
          </button>
        ))}
      </div>
    </nav>
  );
}
