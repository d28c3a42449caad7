import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { canStep } from '@boli/shared/bookings/bookings.state';
import type { MessageKey } from '@boli/shared/core/messages';
import { Button } from '@mantine/core';
import { IconFlagCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../core/t';
import { formatPlanned } from '../../core/time';
import { useAction } from '../../core/use-action';
import { AppDialog } from '../../ui/AppDialog';
import { LockedButton } from '../../ui/LockedButton';
import { OfflineReason, OnlineButton } from '../../ui/OnlineButton';
import { SlideToAct } from '../../ui/slide/SlideToAct';
import classes from './BookingActions.module.css';
import { type Step, statusText, updateStatus } from './bookings.actions';
import { bookingProof } from './bookings.store';
import type { Side } from './words';

const words = {
  rejected: 'bookings.reject',
  accepted: 'bookings.accept',
  in_progress: 'bookings.start',
  completed: 'bookings.complete',
} as const satisfies Record<Step, MessageKey>;

const order = ['rejected', 'accepted', 'in_progress', 'completed'] as const satisfies readonly Step[];

/** The status changes that this party may make now, the primary one last. */
function stepsFor(booking: Booking, side: Side): Step[] {
  return order.filter((to) => canStep(booking.status, to, side));
}

const isEarly = ({ scheduled_time }: Booking) => scheduled_time !== null && Date.parse(scheduled_time) > Date.now();

interface StartQuestionProps {
  booking: Booking;
  opened: boolean;
  onClose: () => void;
  onStart: () => void;
}

/** Confirms the start of a scheduled ride before its time. */
function StartQuestion({ booking, opened, onClose, onStart }: StartQuestionProps) {
  const buttons = (
    <>
      <OfflineReason />
      <Button variant="default" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <OnlineButton quiet onClick={onStart}>
        {t('bookings.start_now')}
      </OnlineButton>
    </>
  );
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('bookings.start')} footer={buttons}>
      <p>{t('bookings.planned_for', { time: booking.scheduled_time ? formatPlanned(booking.scheduled_time) : '' })}</p>
    </AppDialog>
  );
}

interface StepButtonProps {
  to: Step;
  isBusy: boolean;
  disabled: boolean;
  onAct: () => Promise<void>;
}

/**
 * Accept and Reject are buttons; starting and completing a ride need a slide, which an accidental touch cannot trigger.
 */
function StepButton({ to, isBusy, disabled, onAct }: StepButtonProps) {
  if (to === 'in_progress' || to === 'completed')
    return (
      <SlideToAct
        label={t(words[to])}
        {...(to === 'completed' && { icon: IconFlagCheck })}
        busy={isBusy}
        disabled={disabled}
        onAct={onAct}
      />
    );
  return (
    <LockedButton
      needsServer
      meaning={to}
      variant={to === 'rejected' ? 'default' : 'filled'}
      loading={isBusy}
      disabled={disabled}
      mih="3.5rem"
      onClick={() => void onAct()}
    >
      {t(words[to])}
    </LockedButton>
  );
}

interface BookingActionsProps {
  booking: Booking;
  side: Side;
  /** Called after a change of the status. */
  onChanged: () => void;
}

/** Whether `BookingActions` has anything to show. */
export function hasActions(booking: Booking, side: Side): boolean {
  return stepsFor(booking, side).length > 0;
}

/** Whether this party may rate the ride. A suspended user may finish and pay, but not rate. */
export const canRate = (booking: Booking, side: Side, isSuspended: boolean) =>
  !isSuspended && side === 'customer' && booking.status === 'completed' && !booking.has_rating;

/** The main actions of Booking Details for a role and a booking's status (specification, section 4). */
export function BookingActions({ booking, side, onChanged }: BookingActionsProps) {
  const [asking, setAsking] = useState(false);
  const { busy, act } = useAction();
  const changeStatus = async (to: Step) => {
    setAsking(false);
    await act({
      name: to,
      run: () => updateStatus(booking.id, to),
      proof: bookingProof(booking.id, ({ status }) => status === to),
      successMessage: ({ status }) => statusText(status),
      errorMessage: 'bookings.update_failed',
      onSuccess: onChanged,
    });
  };
  const choose = async (to: Step) => {
    if (to === 'in_progress' && isEarly(booking)) setAsking(true);
    else await changeStatus(to);
  };
  return (
    <>
      <div className={classes.actions}>
        <OfflineReason />
        {stepsFor(booking, side).map((to) => (
          <StepButton
            key={to}
            to={to}
            isBusy={busy === to}
            disabled={busy !== null && busy !== to}
            onAct={() => choose(to)}
          />
        ))}
      </div>
      <StartQuestion
        booking={booking}
        opened={asking}
        onClose={() => setAsking(false)}
        onStart={() => void changeStatus('in_progress')}
      />
    </>
  );
}
