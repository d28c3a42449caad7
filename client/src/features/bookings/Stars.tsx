import type { MessageKey } from '@boli/shared/core/messages';
import { Box, Group } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { t } from '../../core/t';
import classes from './Stars.module.css';

export const levels = [1, 2, 3, 4, 5] as const;
export type Level = (typeof levels)[number];

/** The label of each number of stars. */
export const levelWords = {
  1: 'ratings.1',
  2: 'ratings.2',
  3: 'ratings.3',
  4: 'ratings.4',
  5: 'ratings.5',
} as const satisfies Record<Level, MessageKey>;

interface StarsProps {
  value: Level | null;
  legend: string;
  onChoose: (level: Level) => void;
}

/**
 * Five stars over native radio buttons, each with a label; the label of the chosen one is shown below. Mantine's Rating
 * is not used: its touch targets are as small as its stars, and its empty stars have no outline.
 */
export function Stars({ value, legend, onChoose }: StarsProps) {
  return (
    <Box ta="center" component="fieldset">
      <legend className="visually-hidden">{legend}</legend>
      <Group align="stretch" justify="center" gap={0} wrap="nowrap">
        {levels.map((level) => {
          const isLit = value !== null && level <= value;
          const Sign = isLit ? IconStarFilled : IconStar;
          return (
            <label key={level} className={classes.star}>
              <input
                type="radio"
                name="rating"
                value={level}
                required
                className="cover"
                checked={value === level}
                aria-label={t(levelWords[level])}
                onChange={() => onChoose(level)}
              />
              <Sign size={40} stroke={1.75} className={isLit ? classes.lit : classes.dark} aria-hidden />
            </label>
          );
        })}
      </Group>
      <Box component="output" display="block" mih="1.625rem" mt="xs" fz="lg" fw="var(--mantine-font-weight-medium)">
        {value && t(levelWords[value])}
      </Box>
    </Box>
  );
}
