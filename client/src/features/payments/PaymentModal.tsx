import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { MessageKey } from '@boli/shared/core/messages';
import { Flex, Stack, Text } from '@mantine/core';
import { type Icon, IconCash, IconCreditCard, IconDeviceMobile, IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import { useConfig } from '../../core/config';
import { useFields } from '../../core/form';
import { shortId } from '../../core/short-id';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import { useHoldUpdate } from '../../core/update';
import { AppDialog } from '../../ui/AppDialog';
import { ChoiceRow } from '../../ui/ChoiceRow';
import { DialogButtons } from '../../ui/DialogButtons';
import { Price } from '../../ui/Price';
import type { Gateway } from './payments.api';
import { SimulatedCheckout } from './SimulatedCheckout';
import { type BookingProof, type PayMethod, usePayment } from './use-payment';

interface PaymentModalProps {
  booking: Booking;
  proofOf: BookingProof;
  opened: boolean;
  onClose: () => void;
  onBooking: (booking: Booking) => void;
}

const ways = ['online', 'upi', 'cash'] as const satisfies readonly PayMethod[];
const icons: Record<PayMethod, Icon> = { online: IconCreditCard, upi: IconDeviceMobile, cash: IconCash };

/** Why this payment cannot go through the gateway, as a message key; null if it can. */
function whyNotOnline(booking: Booking, gateway: Gateway | null): MessageKey | null {
  if (gateway === 'off') return 'payments.gateway_off';
  return booking.final_price < 1 ? 'payments.too_small' : null;
}

function hintOf(way: PayMethod, whyNot: MessageKey | null): MessageKey {
  if (way === 'online' && whyNot) return whyNot;
  return way === 'upi' && whyNot ? 'payments.upi_direct_hint' : `payments.option_${way}_hint`;
}

function Sum({ booking }: { booking: Booking }) {
  return (
    <Stack gap="xs" p="md" bg="var(--boli-bg)" bd="1px solid var(--boli-line)" bdrs="md">
      <Flex component="p" direction="column">
        <Text span size="meta" c="dimmed">
          {t('payments.amount')}
        </Text>
        <Price value={booking.final_price} size="due" />
      </Flex>
      <Flex component="p" className="line-above tabular" align="baseline" justify="space-between" pt="xs" fz="route">
        <Text span size="meta" c="dimmed">
          {t('payments.booking')}
        </Text>
        <span>{shortId(booking.id)}</span>
      </Flex>
    </Stack>
  );
}

/** Complete Payment: online, by UPI, or in cash. A failure shows an error, and the modal stays open for a retry. */
export function PaymentModal({ booking, proofOf, opened, onClose, onBooking }: PaymentModalProps) {
  const id = useId();
  const gateway = useConfig()?.payment_gateway ?? null;
  const { busy, pay, sheet, isReported } = usePayment({
    booking,
    proofOf,
    opened,
    gateway,
    onBooking,
    onDone: onClose,
  });
  useHoldUpdate(opened || busy);
  const { values, set, submit } = useFields<{ way: PayMethod }>({ initial: { way: 'online' } });
  const whyNot = whyNotOnline(booking, gateway);
  const chosen = values.way === 'online' && whyNot ? null : values.way;

  const proceed = () => {
    if (chosen === null) return toast.error(t('payments.method_required'));
    void pay(chosen, whyNot !== null);
  };
  const footer = <DialogButtons form={id} send={t('payments.proceed')} busy={busy} onClose={onClose} />;
  return (
    <>
      <AppDialog form="sheet" opened={opened} onClose={onClose} title={t('payments.title')} footer={footer}>
        <form id={id} noValidate className="boli-form boli-form-wide" onSubmit={submit(proceed)}>
          <Sum booking={booking} />
          <Flex component="fieldset" direction="column" gap="xs">
            <legend>{t('payments.how')}</legend>
            {ways.map((way) => (
              <ChoiceRow
                key={way}
                name="payment_way"
                value={way}
                label={t(`payments.option_${way}`)}
                hint={t(hintOf(way, whyNot))}
                icon={icons[way]}
                checked={chosen === way}
                disabled={way === 'online' && whyNot !== null}
                onChoose={() => set('way', way)}
              />
            ))}
          </Flex>
          <Flex component="p" align="center" justify="center" gap="tight" c="dimmed" fz="meta" lh="meta">
            <IconLock size={16} stroke={1.75} aria-hidden />
            {t('payments.secure')}
          </Flex>
        </form>
      </AppDialog>
      <SimulatedCheckout order={sheet?.order ?? null} onEnd={(result) => sheet?.end(result)} isPaid={isReported} />
    </>
  );
}
