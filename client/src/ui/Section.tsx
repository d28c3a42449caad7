import { Flex, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  subtitle?: string;
  /** Shown right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, subtitle, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Flex align="center" justify="space-between" wrap="wrap" rowGap="sm" columnGap="md" mb="sm">
        <div>
          <h2 id={id}>{title}</h2>
          {subtitle && (
            <Text mt="nudge" size="sm" c="dimmed">
              {subtitle}
            </Text>
          )}
        </div>
        {action}
      </Flex>
      {children}
    </section>
  );
}
