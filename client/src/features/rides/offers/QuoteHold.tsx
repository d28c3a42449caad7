import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Stack, Text } from '@mantine/core';
import { t } from '../../../core/t';
import { Segments } from '../../../ui/Segments';
import { chooseHold, holdsFor, useHold } from './hold';

/** How long the quote on a request holds; the choice is kept on this device for the next quote. */
export function QuoteHold({ ride }: { ride: RideRequest }) {
  const holds = holdsFor(ride);
  const options = holds.map((hold) => ({
    value: String(hold),
    label: hold === null ? t('quotes.hold_ride') : t('quotes.hold_min', { min: hold }),
  }));
  return (
    <Stack gap="xxs" miw={0}>
      <Text size="sm" aria-hidden>
        {t('quotes.hold')}
      </Text>
      <Segments
        legend={t('quotes.hold')}
        options={options}
        // Chips scroll sideways on a narrow phone.
        look="chips"
        value={String(useHold(ride))}
        onChoose={(value) => chooseHold(ride, holds.find((hold) => String(hold) === value) ?? null)}
      />
    </Stack>
  );
}
