import { createBooking } from '@boli/shared/bookings/bookings.endpoints';
import { type Booking, bookingMethods } from '@boli/shared/bookings/bookings.schema';
import type { PromoAnswer } from '@boli/shared/promos/promos.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Button, Flex, Stack, Text } from '@mantine/core';
import { IconCash, IconDeviceMobile, IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId } from 'react';
import { call } from '../../../core/api';
import type { Proof } from '../../../core/lost-reply';
import { t } from '../../../core/t';
import { useForm } from '../../../core/use-form';
import { useLast } from '../../../core/use-last';
import { AppDialog } from '../../../ui/AppDialog';
import { Avatar } from '../../../ui/Avatar';
import { ChoiceRow } from '../../../ui/ChoiceRow';
import { OfflineReason, OnlineButton } from '../../../ui/OnlineButton';
import { PlannedTime } from '../../../ui/PlannedTime';
import { Price } from '../../../ui/Price';
import classes from './Payment.module.css';
import { QuoteClock } from './QuoteClock';
import { Verified } from './QuoteFacts';

type Method = (typeof bookingMethods)[number];

/** Renders the promo code input for a fare (`amount`, in rupees), with the applied code and a change handler. */
export type PromoSlot = (props: {
  amount: number;
  applied: PromoAnswer | null;
  onChange: (applied: PromoAnswer | null) => void;
}) => ReactNode;

interface SelectPaymentDialogProps {
  /** The chosen quote; undefined closes the dialog. */
  quote: Quote | undefined;
  ride: RideRequest;
  promo: PromoSlot;
  onClose: () => void;
  onBooked: (booking: Booking) => void;
  /** Returns the proof that the quote of this id was booked, for a lost response. */
  proofOf: (quoteId: string) => Proof<Booking>;
}

/**
 * The chosen driver, the price and for how long it holds. The way is not repeated: it was on the map from which the
 * driver was chosen.
 */
function SelectedDriver({ quote, ride, due }: { quote: Quote; ride: RideRequest; due: number }) {
  return (
    <section className={classes.driver} aria-label={t('bookings.selected_driver')}>
      <Avatar name={quote.driver_name} src={quote.driver_photo} />
      <div>
        <Flex component="p" align="center" wrap="wrap" columnGap="xs" fw="var(--mantine-font-weight-medium)">
          {quote.driver_name}
          {quote.verification_status === 'verified' && <Verified />}
        </Flex>
        <Text size="sm" c="dimmed">
          {quote.car_model}
        </Text>
        <Text inherit c="dimmed" fz="meta" lh="md">
          {t('quotes.license', { number: quote.license_number })}
        </Text>
        <PlannedTime c="dimmed" time={ride.scheduled_time} />
      </div>
      <Stack align="end" gap={0} className={classes.price ?? ''}>
        {due < quote.price && <Price value={quote.price} struck />}
        <Price value={due} size="card" />
        <QuoteClock quote={quote} name={quote.driver_name} />
      </Stack>
    </section>
  );
}

interface MethodsProps {
  method: Method;
  /** Whether the driver accepts UPI. */
  hasUpi: boolean;
  onChoose: (method: Method) => void;
}

function Methods({ method, hasUpi, onChoose }: MethodsProps) {
  return (
    <Flex component="fieldset" direction="column" gap="xs">
      <legend>{t('bookings.method')}</legend>
      {bookingMethods.map((value) => (
        <ChoiceRow
          key={value}
          name="payment_method"
          value={value}
          label={t(`payments.${value}`)}
          icon={value === 'cash' ? IconCash : IconDeviceMobile}
          checked={value === method}
          required
          onChoose={() => onChoose(value)}
        />
      ))}
      {!hasUpi && (
        <Text size="sm" c="dimmed">
          {t('quotes.no_upi_choose')}
        </Text>
      )}
    </Flex>
  );
}

interface Choice {
  method: Method;
  /** The applied promo code, and the only quote that it is valid for. */
  held: { quoteId: string; answer: PromoAnswer } | null;
}

/** The form of the booking: quote, payment method, promo code and amount due, with a draft. */
function useConfirmation({ quote, ride, onBooked, proofOf }: SelectPaymentDialogProps) {
  const shown = useLast(quote);
  const bodyOf = ({ method, held }: Choice) => {
    const applied = held && held.quoteId === shown?.id ? held.answer : null;
    return {
      quote_id: shown?.id ?? '',
      payment_method: method,
      promo_code: applied?.code ?? null,
      discount_amount: applied?.discount_amount ?? 0,
      final_price: applied ? applied.final_amount : (shown?.price ?? 0),
    };
  };
  const form = useForm<Choice, Booking>({
    initial: { method: 'cash', held: null },
    draft: `book-${ride.id}`,
    input: bodyOf,
    send: (choice, idempotencyKey) => call(createBooking, { body: bodyOf(choice), idempotencyKey }),
    proof: (choice) => proofOf(bodyOf(choice).quote_id),
    successMessage: 'bookings.created',
    errorMessage: 'bookings.create_failed',
    // The booked values stay visible while the dialog closes.
    valuesAfterSuccess: (_booking, choice) => choice,
    onSuccess: onBooked,
  });
  const { held } = form.values;
  const applied = held && held.quoteId === shown?.id ? held.answer : null;
  const confirm = (event: FormEvent<HTMLFormElement>) => (quote ? form.onSubmit(event) : event.preventDefault());
  return { shown, applied, due: bodyOf(form.values).final_price, form, confirm };
}

/** Select Payment Method: confirms the chosen driver. A refusal keeps the input; a retry is idempotent. */
export function SelectPaymentDialog(props: SelectPaymentDialogProps) {
  const { quote, ride, promo, onClose } = props;
  const id = useId();
  const { shown, applied, due, form, confirm } = useConfirmation(props);
  const { method } = form.values;
  const footer = shown && (
    <Stack gap="sm">
      <Flex component="p" align="baseline" justify="space-between" fw="var(--mantine-font-weight-medium)">
        <span>{t('bookings.you_pay')}</span>
        <Price value={due} size="stat" />
      </Flex>
      <div className="boli-buttons">
        <OfflineReason />
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <OnlineButton quiet type="submit" form={id} loading={form.busy}>
          {t('bookings.confirm')}
        </OnlineButton>
      </div>
    </Stack>
  );
  return (
    <AppDialog
      form="sheet"
      opened={quote !== undefined}
      onClose={onClose}
      title={t('bookings.select_payment')}
      footer={footer}
    >
      {shown && (
        <form id={id} className="boli-form boli-form-wide" onSubmit={confirm}>
          <SelectedDriver quote={shown} ride={ride} due={due} />
          {promo({
            amount: shown.price,
            applied,
            onChange: (answer) => form.set('held', answer && { quoteId: shown.id, answer }),
          })}
          <Methods method={method} hasUpi={shown.accepts_upi} onChoose={(chosen) => form.set('method', chosen)} />
          <Flex component="p" gap="snug" c="dimmed" fz="sm" lh="sm" role="status" className={classes.note ?? ''}>
            {method !== 'cash' && due > 0 && (
              <>
                <IconInfoCircle size={20} stroke={1.75} aria-hidden />
                {t(shown.accepts_upi ? 'bookings.upi_after_accept' : 'quotes.no_upi')}
              </>
            )}
          </Flex>
        </form>
      )}
    </AppDialog>
  );
}
