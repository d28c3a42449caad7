import { Box } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '../../core/t';
import classes from './AuthTabs.module.css';

const tabs = ['login', 'register'] as const;
export type AuthTab = (typeof tabs)[number];
/** Name of the draft that keeps the chosen tab over a reload. */
export const TAB_DRAFT = 'auth-tab';
const words = { login: 'auth.login_tab', register: 'auth.register_tab' } as const;

/**
 * The two tabs as one segmented control; arrow keys move between them. Mantine's Tabs are not used: the first screen
 * would load their code for only two buttons.
 */
export function AuthTabs({
  tab,
  onChange,
  children,
}: {
  tab: AuthTab;
  onChange: (tab: AuthTab) => void;
  children: ReactNode;
}) {
  const other = tab === 'login' ? 'register' : 'login';
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    document.getElementById(`tab-${other}`)?.focus();
    onChange(other);
  };
  return (
    <>
      <div role="tablist" className={classes.track} onKeyDown={onKeyDown}>
        {tabs.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            className={classes.tab}
            aria-selected={tab === name}
            aria-controls={tab === name ? `panel-${name}` : undefined}
            tabIndex={tab === name ? 0 : -1}
            onClick={() => onChange(name)}
          >
            {t(words[name])}
          </button>
        ))}
      </div>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`} mt="md">
        {children}
      </Box>
    </>
  );
}
