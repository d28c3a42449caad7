import { PLATFORM_FEE_PERCENT } from '@boli/shared/core/constants';
import { Box, Flex } from '@mantine/core';

/** The split of a fare between driver and platform, to scale. Decoration: the rows below contain the amounts. */
export function SplitBar() {
  return (
    <Flex gap="nudge" h="0.625rem" bdrs="chip" style={{ overflow: 'hidden' }} aria-hidden>
      <Box bg="var(--boli-brand)" component="span" style={{ flexGrow: 100 - PLATFORM_FEE_PERCENT }} />
      <Box bg="var(--boli-genda)" component="span" style={{ flexGrow: PLATFORM_FEE_PERCENT }} />
    </Flex>
  );
}
