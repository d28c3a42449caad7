import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Group, Text } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useId } from 'react';
import { formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import { useAction } from '../../../core/use-action';
import { AmberLine } from '../../../ui/AmberLine';
import { LockedButton } from '../../../ui/LockedButton';
import { OfflineReason } from '../../../ui/OnlineButton';
import tones from '../../../ui/Tones.module.css';
import { AllowedBand } from '../AllowedBand';
import type { OpenRide } from '../open-rides.store';
import { useAllowed } from '../use-allowed';
import { offer, offeredProof } from './offers.api';
import { type DriverUsual, doubtOf, driverReference } from './price-chips';

/** The price that the customer asks for; null if none was named. */
const askedPrice = ({ asked_price }: Pick<OpenRide, 'asked_price'>) =>
  // A request that this device stored before the field existed lacks it.
  typeof asked_price === 'number' ? asked_price : null;

/** The customer's price in the quote dialog; renders nothing if no price was named. */
export function AskedNote({ ride }: { ride: Pick<OpenRide, 'asked_price'> }) {
  const price = askedPrice(ride);
  if (price === null) return null;
  return <p className={`boli-note ${tones.indigo}`}>{t('bids.customer_asks', { price: formatMoney(price) })}</p>;
}

interface AskedPriceProps {
  ride: OpenRide;
  /** The driver's own quote, active or expired; null if there is none. */
  quote: Quote | null;
  usual: DriverUsual;
  onQuote: (quote: Quote) => void;
  /** Opens the quote dialog with this price. */
  onPrice: (price: number) => void;
}

/**
 * The customer's price on a request's card. One press sends the price as the driver's quote; a price that has to be
 * confirmed opens the dialog instead, and one that the law forbids cannot be pressed. Renders nothing if no price was
 * named.
 */
export function AskedPrice({ ride, quote, usual, onQuote, onPrice }: AskedPriceProps) {
  const id = useId();
  const { busy, act } = useAction();
  const reference = driverReference(ride, usual.vehicleClass);
  const allowed = useAllowed(reference);
  const price = askedPrice(ride);
  if (price === null) return null;
  const isQuoted = quote?.status === 'active' && quote.price === price;
  const text = formatMoney(price);
  const accept = () =>
    act({
      name: `accept ${ride.id}`,
      input: [price, quote?.version],
      run: (key) => offer({ ride_request_id: ride.id, price, hold_min: null }, key),
      proof: offeredProof(ride.id, price),
      successMessage: 'quotes.submitted',
      errorMessage: 'quotes.submit_failed',
      onSuccess: onQuote,
    });
  return (
    <>
      <Group justify="space-between" gap="xs">
        <div id={id}>
          <AmberLine icon={IconTag}>{t('bids.customer_asks', { price: text })}</AmberLine>
        </div>
        {!isQuoted && (
          <LockedButton
            needsServer
            variant="light"
            px="sm"
            meaning={text}
            loading={busy !== null}
            disabled={!allowed.has(price)}
            aria-describedby={`${id}-hint`}
            onClick={() => (doubtOf(price, ride, usual) === null ? void accept() : onPrice(price))}
          >
            {t('bids.accept', { price: text })}
          </LockedButton>
        )}
      </Group>
      {!isQuoted && (
        <div id={`${id}-hint`}>
          {allowed.has(price) ? (
            <Text size="meta" c="dimmed">
              {t('bids.accept_hint')}
            </Text>
          ) : (
            <AllowedBand reference={reference} />
          )}
        </div>
      )}
      <OfflineReason />
    </>
  );
}
