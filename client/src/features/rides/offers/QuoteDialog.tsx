import type { Point } from '@boli/shared/core/fields';
import type { VehicleClass } from '@boli/shared/fares/fares.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Button, Text } from '@mantine/core';
import { useId } from 'react';
import { formatMoney } from '../../../core/money';
import { rideText } from '../../../core/road';
import { t } from '../../../core/t';
import { AppDialog } from '../../../ui/AppDialog';
import { LockedButton } from '../../../ui/LockedButton';
import { MiniWay } from '../../../ui/MiniWay';
import { OfflineReason, OnlineButton } from '../../../ui/OnlineButton';
import { PlannedTime } from '../../../ui/PlannedTime';
import { RouteRail } from '../../../ui/RouteRail';
import { TimeAgo } from '../../../ui/TimeAgo';
import tones from '../../../ui/Tones.module.css';
import { AllowedBand } from '../AllowedBand';
import type { OpenRide } from '../open-rides.store';
import { UsualPrice } from '../UsualPrice';
import { useAllowed } from '../use-allowed';
import { rangeText } from '../usual';
import { useKnownWay } from '../way-shapes';
import { AskedNote } from './AskedPrice';
import { Breakdown } from './Breakdown';
import { NetEarnings } from './NetEarnings';
import { type Doubt, type DriverUsual, driverReference, kmOf, priceChips } from './price-chips';
import classes from './QuoteDialog.module.css';
import { QuoteHold } from './QuoteHold';
import { QuotePrice } from './QuotePrice';
import { useOffer } from './use-offer';

/** The ride request of the quote. */
function Asked({ ride }: { ride: RideRequest }) {
  const { points, alongRoad } = useKnownWay(ride);
  return (
    <>
      <div className={classes.asked}>
        <MiniWay points={points} alongRoad={alongRoad} />
        <div className={classes.about}>
          <Text size="meta" c="dimmed">
            {ride.customer_name} · <TimeAgo time={ride.created_at} />
          </Text>
          <RouteRail pickup={ride.pickup_location} drop={ride.drop_location} />
          <Text size="meta" c="dimmed">
            {rideText(ride)}
          </Text>
        </div>
      </div>
      {ride.pickup_is_approximate && (
        <Text size="meta" c="dimmed">
          {t('rides.approximate')}
        </Text>
      )}
      {ride.drop_is_area && (
        <Text size="meta" c="dimmed">
          {t('jurisdictions.area')}
        </Text>
      )}
      <PlannedTime time={ride.scheduled_time} />
    </>
  );
}

interface AskAgainProps {
  doubt: Doubt;
  price: number;
  ride: RideRequest;
  usual: DriverUsual;
}

/** The question whether to send a price that is zero or unusual, with the reason. */
function AskAgain({ doubt, price, ride, usual }: AskAgainProps) {
  const figures = { price: formatMoney(price), per_km: formatMoney(price / kmOf(ride)) };
  const reference = driverReference(ride, usual.vehicleClass);
  const texts: Record<Doubt, string> = {
    free: t('quotes.ask_free', figures),
    unusual_ride: t('fares.ask_unusual', { ...figures, range: reference ? rangeText(reference) : '' }),
    unusual_driver: t('quotes.ask_unusual', { ...figures, usual: formatMoney(usual.perKm ?? 0) }),
  };
  return (
    <div role="alert" className={`boli-note ${tones.amber}`}>
      {texts[doubt]}
    </div>
  );
}

interface QuoteDialogProps {
  ride: OpenRide;
  /** The driver's position, if known. */
  place?: Point | null;
  /** Whether the request is still in the list of open requests. */
  isOpen: boolean;
  opened: boolean;
  /**
   * The pressed price that opened the dialog, in rupees: that of a chip, or the customer's; null for the card's own
   * button.
   */
  tapped?: number | null;
  /** Rupees that this driver usually asks for a kilometre; null if that is not known. */
  usualPerKm?: number | null;
  /** The class of the driver's vehicle; null if the profile has none. */
  vehicleClass?: VehicleClass | null;
  onClose: () => void;
  onQuote: (quote: Quote) => void;
}

/** Submit Quote: the route, a price in rupees, and the driver's earnings from it. */
export function QuoteDialog({ tapped = null, usualPerKm = null, vehicleClass = null, ...props }: QuoteDialogProps) {
  const { place = null, ride, isOpen, opened, onClose } = props;
  const formId = useId();
  const usual = { perKm: usualPerKm, vehicleClass };
  const reference = driverReference(ride, vehicleClass);
  const allowed = useAllowed(reference);
  const { busy, field, price, doubt, set, onSubmit } = useOffer({ ...props, tapped, usual });
  const send = doubt !== null && price !== null ? t('quotes.send_anyway', { price: formatMoney(price) }) : null;
  const buttons = (
    <>
      <OfflineReason />
      <Button variant="default" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      {send !== null && !busy ? (
        <LockedButton needsServer key="again" type="submit" form={formId} meaning={send} disabled={!isOpen}>
          {send}
        </LockedButton>
      ) : (
        <OnlineButton
          quiet
          type="submit"
          form={formId}
          disabled={busy || !isOpen}
          // A tapped price needs no typing: this button takes the focus, so that no keyboard covers the buttons.
          {...(tapped !== null && { 'data-autofocus': true })}
        >
          {t(busy ? 'quotes.submitting' : 'quotes.submit')}
        </OnlineButton>
      )}
    </>
  );
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('quotes.dialog_title')} form="sheet" footer={buttons}>
      <form
        id={formId}
        noValidate
        className="boli-form"
        onSubmit={(event) => (isOpen ? onSubmit(event) : event.preventDefault())}
      >
        {isOpen && <Asked ride={ride} />}
        {isOpen && <AskedNote ride={ride} />}
        {isOpen && <UsualPrice reference={reference} half={ride.middle_half} />}
        {isOpen && <AllowedBand reference={reference} />}
        <QuotePrice
          field={field('price')}
          price={price}
          prices={priceChips(ride, usual)}
          allowed={allowed}
          onPrice={(chosen) => set('price', String(chosen))}
          hasFocus={tapped === null}
        />
        {isOpen && <QuoteHold ride={ride} />}
        {!isOpen && (
          <Text role="status" inherit c="var(--boli-danger)">
            {t('rides.not_open_now')}
          </Text>
        )}
        {price !== null && doubt !== null && <AskAgain doubt={doubt} price={price} ride={ride} usual={usual} />}
        {price !== null && price > 0 && <Breakdown price={price} />}
        {isOpen && price ? <NetEarnings ride={ride} place={place} price={price} /> : null}
      </form>
    </AppDialog>
  );
}
