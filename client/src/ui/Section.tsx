import { Box, Flex, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  subtitle?: string;
  /** Shown in the title's line, directly after it. */
  beside?: ReactNode;
  /** Shown right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, subtitle, beside, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Flex align="center" justify="space-between" wrap="wrap" rowGap="sm" columnGap={beside ? 'xs' : 'md'} mb="sm">
        {/* The action stays in the line as long as the title's longest word has room. */}
        <Box {...(beside && { flex: '1 1 min-content' })}>
          {beside ? (
            <Flex align="baseline" columnGap="xs" wrap="wrap">
              <h2 id={id}>{title}</h2>
              {beside}
            </Flex>
          ) : (
            <h2 id={id}>{title}</h2>
          )}
          {subtitle && (
            <Text mt="nudge" size="sm" c="dimmed">
              {subtitle}
            </Text>
          )}
        </Box>
        {action}
      </Flex>
      {children}
    </section>
  );
}
