import type { MiddleHalf } from '@boli/shared/market/market.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconCash, IconId, IconMapPin, IconSteeringWheel } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { awayText, shownDecimalKm } from '../../../core/road';
import { onServer } from '../../../core/server';
import { t } from '../../../core/t';
import { useLast } from '../../../core/use-last';
import { AppDialog } from '../../../ui/AppDialog';
import { Avatar } from '../../../ui/Avatar';
import { Fact } from '../../../ui/Fact';
import { OfflineReason } from '../../../ui/OnlineButton';
import { OnlineMark } from '../../../ui/OnlineMark';
import { Price } from '../../../ui/Price';
import { TimeAgo } from '../../../ui/TimeAgo';
import { UsualPrice } from '../UsualPrice';
import { carText, fromUsualText } from '../usual';
import { CounterState } from './CounterState';
import { QuoteClock } from './QuoteClock';
import classes from './QuoteDetailsDialog.module.css';
import { Stars, Verified } from './QuoteFacts';
import { offeredAt } from './quote-clock';

interface QuoteDetailsDialogProps {
  /** The opened quote; undefined closes the dialog. */
  quote: Quote | undefined;
  /** The middle half of the accepted prices, as the quote's request has it; null with fewer than 30. */
  half: MiddleHalf | null | undefined;
  onClose: () => void;
  onSelect: (() => void) | null;
  /** Asks for another price; null if that is not possible. */
  onAsk: (() => void) | null;
  /**
   * Whether the dialog of the counter-offer was closed just before: the button that opens it then gets the focus
   * again.
   */
  isBack?: boolean;
  heart: ReactNode;
}

/** The counter-offer, with the note that no other is possible; renders nothing without a counter-offer. */
function Asked({ quote }: { quote: Quote }) {
  if (!quote.counter) return null;
  return (
    <div>
      <CounterState quote={quote} />
      <Text size="sm" c="dimmed">
        {t('quotes.countered')}
      </Text>
    </div>
  );
}

function Facts({ quote }: { quote: Quote }) {
  const { pickup_eta_min: minutes, eta_source: source, distance_to_pickup_km: away } = quote;
  const km = away !== null && t('quotes.away', { km: shownDecimalKm(away) });
  const arrival = minutes !== null && source !== null ? awayText(minutes, source) : km;
  return (
    <div className={classes.facts}>
      {arrival && <Fact icon={IconMapPin}>{arrival}</Fact>}
      {quote.completed_rides > 0 && (
        <Fact icon={IconSteeringWheel}>{t('quotes.rides', { n: quote.completed_rides })}</Fact>
      )}
      <Fact icon={IconId}>{t('quotes.experience', { n: quote.experience_years ?? quote.experience })}</Fact>
      <Fact icon={IconCash}>{t(quote.accepts_upi ? 'quotes.takes_upi' : 'quotes.takes_cash')}</Fact>
    </div>
  );
}

/** One quote with all its details, at the lower edge of a phone: the map stays visible above. */
export function QuoteDetailsDialog({
  quote,
  half,
  onClose,
  onSelect,
  onAsk,
  isBack = false,
  heart,
}: QuoteDetailsDialogProps) {
  const shown = useLast(quote);
  const footer = onSelect && (
    <>
      {onAsk && (
        <Button variant="default" flex="1 1 auto" onClick={onAsk} {...(isBack && { 'data-autofocus': true })}>
          {t('bids.counter')}
        </Button>
      )}
      <Button onClick={onSelect}>{t('quotes.select')}</Button>
    </>
  );
  return (
    <AppDialog
      opened={quote !== undefined}
      onClose={onClose}
      title={shown?.driver_name ?? ''}
      form="sheet"
      footer={footer}
    >
      {shown && (
        <div className={classes.bid}>
          <Group gap="sm" wrap="nowrap">
            <Avatar name={shown.driver_name} src={shown.driver_photo} />
            <Box miw={0} flex="1 1 7rem">
              <Text>{carText(shown)}</Text>
              <Flex wrap="wrap" columnGap="sm" fz="sm" c="dimmed">
                <Stars quote={shown} />
                {shown.verification_status === 'verified' && <Verified />}
                <OnlineMark online={shown.is_available} />
              </Flex>
            </Box>
            {heart}
          </Group>
          <OfflineReason />
          {shown.vehicle_image && (
            <img className={classes.car} src={onServer(shown.vehicle_image)} alt={shown.car_model} />
          )}
          <Flex className="boli-card" align="baseline" justify="space-between" wrap="wrap" gap="sm">
            <div>
              <Price value={shown.price} size="due" />
              {shown.reference && (
                <Text size="sm" c="dimmed">
                  {fromUsualText(shown.price, shown.reference)}
                </Text>
              )}
            </div>
            <Box ta="end">
              <QuoteClock quote={shown} name={shown.driver_name} />
              <TimeAgo c="dimmed" size="sm" time={offeredAt(shown)} />
            </Box>
          </Flex>
          <Asked quote={shown} />
          <UsualPrice reference={shown.reference} half={half} />
          <Facts quote={shown} />
          <Text size="sm" c="dimmed">
            {t('quotes.license', { number: shown.license_number })}
          </Text>
        </div>
      )}
    </AppDialog>
  );
}
