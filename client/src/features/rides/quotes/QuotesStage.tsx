import { Group, Stack, Text } from '@mantine/core';
import { t } from '../../../core/t';
import { MapStage } from '../../../ui/stage/MapStage';
import type { QuotesLayoutProps } from './QuotesBeside';
import { QuotesMap } from './QuotesMap';
import classes from './QuotesStage.module.css';
import { RideSummary } from './RideSummary';
import { RoutePill } from './RoutePill';
import { firstWords } from './SortQuotes';

/** Three whole bids under the map. */
export const FIRST_SNAP = 1;

interface QuotesStageProps extends QuotesLayoutProps {
  snap: number;
  onSnap: (snap: number) => void;
}

/** Available Quotes on a phone: the prices on the map, and the bids in a sheet over it, three of them in sight. */
export function QuotesStage({
  ride,
  quotes,
  focusedId,
  onPress,
  onBack,
  order,
  sort,
  snap,
  onSnap,
  children,
}: QuotesStageProps) {
  const header = (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs" align="baseline" wrap="nowrap">
        <h2 id="quotes-title" className={classes.title} tabIndex={-1}>
          {t('quotes.title')}
        </h2>
        {quotes.length > 0 && (
          <Text span size="sm" c="dimmed">
            {t('rides.quotes_chip', { count: quotes.length })}
            <span className="visually-hidden">{t(firstWords[order])}</span>
          </Text>
        )}
      </Group>
      {sort}
    </Stack>
  );
  return (
    <MapStage
      label={t('quotes.title')}
      above={<RoutePill ride={ride} onBack={onBack} />}
      map={(obstacles) => (
        <QuotesMap ride={ride} quotes={quotes} focusedId={focusedId} onPress={onPress} obstacles={obstacles} />
      )}
      snap={snap}
      onSnap={onSnap}
      sheetHeader={header}
    >
      <div className={classes.list}>
        {children}
        <RideSummary ride={ride} count={quotes.length} />
      </div>
    </MapStage>
  );
}
