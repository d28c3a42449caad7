import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { ActionIcon, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../../core/t';
import classes from './QuotesBeside.module.css';
import { QuotesMap } from './QuotesMap';
import type { QuoteOrder } from './quote-order';
import { RideSummary } from './RideSummary';
import { firstWords } from './SortQuotes';

/** The parts that the quotes on a request have on every screen. */
export interface QuotesLayoutProps {
  ride: RideRequest;
  quotes: readonly Quote[];
  focusedId: string | null;
  onPress: (id: string) => void;
  onBack: () => void;
  order: QuoteOrder;
  /** The choice of the order. */
  sort: ReactNode;
  /** The list of quotes. */
  children: ReactNode;
}

/** Available Quotes on a desktop or tablet: the list beside the map. */
export function QuotesBeside({ ride, quotes, focusedId, onPress, onBack, order, sort, children }: QuotesLayoutProps) {
  return (
    <section className={classes.view} aria-labelledby="quotes-title">
      <div className={classes.aside}>
        <div className={classes.map}>
          <QuotesMap ride={ride} quotes={quotes} focusedId={focusedId} onPress={onPress} />
        </div>
        <RideSummary ride={ride} count={quotes.length} />
      </div>
      <div className={classes.head}>
        <ActionIcon aria-label={t('common.back')} onClick={onBack}>
          <IconArrowLeft size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
        <h2 id="quotes-title" tabIndex={-1}>
          {t('quotes.title')}
        </h2>
        {quotes.length > 0 && (
          <Text span className={classes.sorted} size="sm" c="dimmed">
            {t(firstWords[order])}
          </Text>
        )}
      </div>
      <div className={classes.main}>
        {sort}
        {children}
      </div>
    </section>
  );
}
