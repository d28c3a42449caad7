import { Flex } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A secondary fact with an icon: a distance, a time, a number of seats. Phrasing content, valid inside a button. */
export function Fact({ icon: Sign, children }: { icon: Icon; children: ReactNode }) {
  return (
    <Flex component="span" align="center" gap="tight" c="dimmed" fz="meta" lh="meta">
      <Sign size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </Flex>
  );
}
