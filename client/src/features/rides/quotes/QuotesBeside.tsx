import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useDevicePosition } from '../../../core/device-position';
import { locate } from '../../../core/locate';
import { t } from '../../../core/t';
import { meMarker } from '../../../ui/map/me-marker';
import { useStageMap } from '../../../ui/stage/stage-map';
import classes from './QuotesBeside.module.css';
import { ExpiresIn, QuotesCount } from './QuotesHead';
import type { QuoteOrder } from './quote-order';
import { RideSummary } from './RideSummary';
import { useQuotesMap } from './use-quotes-map';

/** The props that the phone and the desktop layout of the quotes view share. */
export interface QuotesLayoutProps {
  ride: RideRequest;
  quotes: readonly Quote[];
  focusedId: string | null;
  /** Called when a price marker on the map is pressed. */
  onPress: (id: string) => void;
  /** Called when the pointer or the focus reaches a price marker. */
  onAim: (id: string) => void;
  onBack: () => void;
  order: QuoteOrder;
  /** The control that chooses the order. */
  sort: ReactNode;
  /** The list of quotes. */
  children: ReactNode;
}

/** Available Quotes on a desktop or tablet: the list beside the map of the stage. */
export function QuotesBeside({ children, ...view }: QuotesLayoutProps) {
  const { ride, quotes, onBack, order, sort } = view;
  const section = useRef<HTMLElement>(null);
  const me = useDevicePosition(({ place }) => place);
  const map = useQuotesMap(view);
  useStageMap(me ? { ...map, markers: [...map.markers, meMarker(me)], onLocate: locate } : map);
  // Otherwise the panel would keep the scroll position of the previous screen.
  useEffect(() => section.current?.scrollIntoView({ block: 'start' }), []);
  return (
    <section ref={section} className={classes.view} aria-labelledby="quotes-title">
      <div className={classes.head}>
        <ActionIcon aria-label={t('common.back')} onClick={onBack}>
          <IconArrowLeft size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
        <h2 id="quotes-title" tabIndex={-1}>
          {t('quotes.title')}
        </h2>
        {sort}
      </div>
      <Group className={classes.line ?? ''} gap="xs" justify="space-between">
        <ExpiresIn ride={ride} />
        {quotes.length > 0 && (
          <>
            <QuotesCount ride={ride} count={quotes.length} order={order} />
            <Text span size="sm" c="dimmed">
              {t('quotes.prices_where')}
            </Text>
          </>
        )}
      </Group>
      <div className={classes.main}>
        {children}
        <RideSummary ride={ride} count={quotes.length} />
      </div>
    </section>
  );
}
