import { Group, Stack } from '@mantine/core';
import { t } from '../../../core/t';
import { MapStage } from '../../../ui/stage/MapStage';
import type { QuotesLayoutProps } from './QuotesBeside';
import { ExpiresIn, QuotesCount } from './QuotesHead';
import classes from './QuotesStage.module.css';
import { RideSummary } from './RideSummary';
import { RoutePill } from './RoutePill';
import { useQuotesMap } from './use-quotes-map';

interface QuotesStageProps extends QuotesLayoutProps {
  snap: number;
  onSnap: (snap: number) => void;
}

/** Available Quotes on a phone: the prices on the map, and the quotes in a sheet over it, three of them visible. */
export function QuotesStage({ snap, onSnap, children, ...view }: QuotesStageProps) {
  const { ride, quotes, onBack, order, sort } = view;
  const map = useQuotesMap(view);
  const header = (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs" align="center" wrap="nowrap">
        <h2 id="quotes-title" className={classes.title} tabIndex={-1}>
          {t('quotes.title')}
        </h2>
        {quotes.length > 0 ? (
          <QuotesCount ride={ride} count={quotes.length} order={order} />
        ) : (
          <ExpiresIn ride={ride} />
        )}
      </Group>
      {sort}
    </Stack>
  );
  return (
    <MapStage
      label={t('quotes.title')}
      above={<RoutePill ride={ride} onBack={onBack} />}
      map={map}
      snap={snap}
      onSnap={onSnap}
      sheetHeader={header}
    >
      <div className={classes.list}>
        {children}
        {quotes.length > 0 && <ExpiresIn ride={ride} />}
        <RideSummary ride={ride} count={quotes.length} />
      </div>
    </MapStage>
  );
}
