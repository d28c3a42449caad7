import { Box, Text } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { moveFocus } from '../../core/focus';
import classes from './AuthScreen.module.css';

interface AuthCardProps {
  title: string;
  /** The state or the instruction. */
  subtitle: string;
  /** Whether the title gets the focus on mount: the button that led here was removed, and the focus with it. */
  focusTitle?: boolean;
  /** Whether screen readers announce a changed subtitle. */
  isNews?: boolean;
  children: ReactNode;
}

/** One card of the sign-in page, with a heading. */
export function AuthCard({ title, subtitle, focusTitle = true, isNews = true, children }: AuthCardProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusTitle) moveFocus(heading.current);
  }, [focusTitle]);
  return (
    <Box mx="auto" w="100%" maw="30rem" component="section" aria-labelledby={id}>
      <h2 data-clear-of-toasts id={id} ref={heading} tabIndex={focusTitle ? -1 : undefined} className={classes.welcome}>
        {title}
      </h2>
      <Text role={isNews ? 'status' : undefined} mt="tight" mb="md" inherit c="dimmed">
        {subtitle}
      </Text>
      {children}
    </Box>
  );
}
