import { Box, Flex } from '@mantine/core';

/**
 * The split of a fare between driver and platform, to scale; amounts in rupees. Decoration: the rows below contain the
 * amounts.
 */
export function SplitBar({ earnings, fee }: { earnings: number; fee: number }) {
  return (
    <Flex gap="nudge" h="0.625rem" bdrs="chip" style={{ overflow: 'hidden' }} aria-hidden>
      <Box bg="var(--boli-brand)" component="span" style={{ flexGrow: earnings }} />
      {fee > 0 && <Box bg="var(--boli-genda)" component="span" style={{ flexGrow: fee }} />}
    </Flex>
  );
}
