import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { t } from '../../../core/t';
import { LockedButton } from '../../../ui/LockedButton';
import { type Level, levels, levelWords } from '../Stars';

interface RateCardProps {
  booking: Booking;
  /** Whether another button of the dialog is the primary one. */
  quiet: boolean;
  /** Opens the rating, with the pressed star if one was pressed. */
  onRate: (star: Level | null) => void;
}

/** Asks for the rating of a completed ride. A star opens Rate Your Ride with that star chosen. */
export function RateCard({ booking, quiet, onRate }: RateCardProps) {
  return (
    <section className="boli-card">
      <Group justify="space-between" gap="xs" mb="xs">
        <h3>{t('trip.how_was', { name: booking.driver_name })}</h3>
        <LockedButton meaning="rate" variant={quiet ? 'light' : 'filled'} onClick={() => onRate(null)}>
          {t('ratings.open')}
        </LockedButton>
      </Group>
      <Group justify="space-around" gap={0} wrap="nowrap">
        {levels.map((level) => (
          <ActionIcon key={level} size="calc(48px)" aria-label={t(levelWords[level])} onClick={() => onRate(level)}>
            <IconStar size={32} stroke={1.5} color="var(--boli-muted)" aria-hidden />
          </ActionIcon>
        ))}
      </Group>
    </section>
  );
}

/** The stars that the customer gave for this ride; renders nothing while there is no rating. */
export function GivenStars({ rating }: { rating: number | null }) {
  if (rating === null) return null;
  return (
    <Group className="boli-card" justify="space-between" gap="xs">
      <Text fw="var(--mantine-font-weight-medium)">{t('trip.you_rated', { stars: rating })}</Text>
      <Group gap="xxs" wrap="nowrap" aria-hidden>
        {levels.map((level) => {
          const Sign = level <= rating ? IconStarFilled : IconStar;
          return (
            <Sign
              key={level}
              size={20}
              stroke={1.5}
              color={level <= rating ? 'var(--boli-amber)' : 'var(--boli-muted)'}
            />
          );
        })}
      </Group>
    </Group>
  );
}
