import { Box, Center, Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import tones from './Tones.module.css';

interface EmptyStateProps {
  icon: Icon;
  title: string;
  hint?: string | undefined;
  action?: ReactNode;
  /** `awaited`: something is on its way (amber). */
  tone?: 'plain' | 'awaited';
  /** A drawing in place of the tile. */
  picture?: ReactNode;
}

/** The empty state of a list: text and one action. `LoadFailed` has the same layout. */
export function EmptyState({ icon: Sign, title, hint, action, tone = 'plain', picture }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xxs" py="xxl" px="md" ta="center">
      {picture ?? (
        <Center
          component="span"
          className={tone === 'awaited' ? tones.amber : tones.indigo}
          w="3.5rem"
          h="3.5rem"
          mb="xs"
          bdrs="var(--boli-bid-radius-large)"
        >
          <Sign size={26} stroke={1.75} aria-hidden />
        </Center>
      )}
      <Text size="title" fw="var(--mantine-font-weight-medium)">
        {title}
      </Text>
      {hint && (
        <Text span maw="20rem" size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {action && (
        <Box mt="md" w="100%" maw="24rem">
          {action}
        </Box>
      )}
    </Stack>
  );
}
