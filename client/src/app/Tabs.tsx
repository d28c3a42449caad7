import type { Icon } from '@tabler/icons-react';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../core/t';
import classes from './Tabs.module.css';

export interface Tab {
  id: string;
  label: string;
  icon: Icon;
  /** Whether something on the tab is in progress. */
  isActive?: boolean;
  /** The number of pending items on the tab. */
  count?: number | undefined;
}

/** A number beside a name: 'Pending Settlements (3)' for screen readers, a chip on screen. */
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

/** The tab to which a key moves from the current one; undefined for other keys. */
function tabFor(key: string, tabs: readonly Tab[], current: string): Tab | undefined {
  if (key === 'Home') return tabs[0];
  if (key === 'End') return tabs.at(-1);
  const step = STEPS[key];
  const at = tabs.findIndex((tab) => tab.id === current);
  return step ? tabs[(at + step + tabs.length) % tabs.length] : undefined;
}

/** More tabs than this do not fit on a phone. */
const MANY = 5;

/** Whether tabs overflow the left and the right edge of the bar. */
function useBeyond(list: RefObject<HTMLDivElement | null>): { before: boolean; after: boolean } {
  const [beyond, setBeyond] = useState({ before: false, after: false });
  useEffect(() => {
    const bar = list.current;
    if (!bar) return;
    const check = () => {
      const before = bar.scrollLeft > 1;
      const after = bar.scrollLeft + bar.clientWidth < bar.scrollWidth - 1;
      setBeyond((was) => (was.before === before && was.after === after ? was : { before, after }));
    };
    check();
    bar.addEventListener('scroll', check, { passive: true });
    window.addEventListener('resize', check);
    return () => {
      bar.removeEventListener('scroll', check);
      window.removeEventListener('resize', check);
    };
  }, [list]);
  return beyond;
}

interface TabButtonProps {
  tab: Tab;
  isCurrent: boolean;
  onChoose: () => void;
}

function TabButton({ tab: { id, label, icon: Sign, isActive, count }, isCurrent, onChoose }: TabButtonProps) {
  return (
    <button
      id={`tab-${id}`}
      type="button"
      role="tab"
      className={classes.tab}
      aria-selected={isCurrent}
      aria-controls={isCurrent ? 'panel' : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onChoose}
    >
      <span className={classes.sign}>
        <Sign size={22} stroke={1.75} aria-hidden />
        {isActive && <span className={classes.dot} />}
      </span>
      <span className={classes.word}>
        {label}
        {count !== undefined && <Count count={count} />}
      </span>
    </button>
  );
}

/**
 * The sections of a dashboard: a bottom bar on phones, a row on top on desktop, both with full names. Mantine's Tabs
 * are not used: they have neither a bottom bar on phones nor arrows for tabs beyond the bar's edge.
 */
export function Tabs({ tabs, current, onChoose }: { tabs: Tab[]; current: string; onChoose: (id: string) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const beyond = useBeyond(list);
  // On phones the current tab may be outside of the bar: it is scrolled to the centre.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`#tab-${current}`);
    if (!list.current || !tab) return;
    const { offsetLeft, offsetWidth } = tab;
    list.current.scrollLeft = offsetLeft + offsetWidth / 2 - list.current.clientWidth / 2;
  }, [current]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = tabFor(event.key, tabs, current);
    if (!next) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
    onChoose(next.id);
  };
  return (
    <nav className={classes.bar} aria-label={t('shell.sections')} data-before={beyond.before} data-after={beyond.after}>
      <div
        ref={list}
        role="tablist"
        aria-label={t('shell.sections')}
        data-sideways="true"
        className={`${classes.list} ${tabs.length > MANY ? classes.many : ''}`}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <TabButton key={tab.id} tab={tab} isCurrent={tab.id === current} onChoose={() => onChoose(tab.id)} />
        ))}
      </div>
      <span className={`${classes.beyond} ${classes.before}`} aria-hidden>
        <IconChevronLeft size={18} stroke={2} />
      </span>
      <span className={`${classes.beyond} ${classes.after}`} aria-hidden>
        <IconChevronRight size={18} stroke={2} />
      </span>
    </nav>
  );
}
