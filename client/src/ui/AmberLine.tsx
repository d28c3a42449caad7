import { Flex } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A short line in amber with an icon, for something that is under way or needs attention. */
export function AmberLine({ icon: Sign, children }: { icon: Icon; children: ReactNode }) {
  return (
    <Flex
      component="span"
      align="center"
      gap="tight"
      c="var(--boli-amber)"
      fz="sm"
      lh="sm"
      fw="var(--mantine-font-weight-medium)"
    >
      <Sign size={16} stroke={1.75} aria-hidden />
      {children}
    </Flex>
  );
}
