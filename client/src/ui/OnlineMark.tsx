import { Box, Flex } from '@mantine/core';
import { t } from '../core/t';

/** Whether a driver is online: a dot and a text. */
export function OnlineMark({ online }: { online: boolean }) {
  return (
    <Flex
      component="span"
      display="inline-flex"
      align="center"
      gap="tight"
      c={online ? 'var(--boli-green)' : 'dimmed'}
      fz="meta"
      lh="md"
      {...(online && { fw: 'var(--mantine-font-weight-medium)' })}
    >
      <Box
        component="span"
        w="0.5rem"
        h="0.5rem"
        bd="1.5px solid currentColor"
        bdrs="50%"
        {...(online && { bg: 'currentColor' })}
        aria-hidden
      />
      {t(online ? 'drivers.online' : 'drivers.offline')}
    </Flex>
  );
}
