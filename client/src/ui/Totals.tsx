import { Box } from '@mantine/core';
import { Line, Lines } from './Lines';

/** Sums under a chart or a list, one in each row, aligned right. */
export function Totals({ lines }: { lines: readonly { label: string; value: string; strong?: boolean }[] }) {
  return (
    <Box mt="sm">
      <Lines dense>
        {lines.map(({ label, value, strong = false }) => (
          <Line key={label} label={label} sum={strong}>
            {value}
          </Line>
        ))}
      </Lines>
    </Box>
  );
}
