import { cancelRide, widenRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Text } from '@mantine/core';
import {
  IconBellRinging,
  IconBroadcast,
  IconCalendarClock,
  IconChevronRight,
  IconEdit,
  IconTag,
} from '@tabler/icons-react';
import { call } from '../../../core/api';
import { t } from '../../../core/t';
import { useAction } from '../../../core/use-action';
import { usePostAgain, type When } from '../post-again';
import { upsertRide } from '../rides.store';
import classes from './WaitingForQuotes.module.css';

const steps = {
  wait: { icon: IconBellRinging, title: 'quotes.keep_waiting', hint: 'quotes.keep_waiting_hint' },
  name: { icon: IconTag, title: 'bids.name_price', hint: 'bids.raise_hint' },
  raise: { icon: IconTag, title: 'bids.raise', hint: 'bids.raise_hint' },
  widen: { icon: IconBroadcast, title: 'bids.widen', hint: 'bids.widen_hint' },
  now: { icon: IconEdit, title: 'quotes.post_changed', hint: 'quotes.post_changed_hint' },
  later: { icon: IconCalendarClock, title: 'quotes.post_later', hint: 'quotes.post_changed_hint' },
} as const;
type Step = keyof typeof steps;

interface NextStepsProps {
  ride: RideRequest;
  onWait: () => void;
  /** Opens the dialog of the asked price. */
  onPrice: () => void;
}

/** What a customer can do about an open request of which no quote can be chosen. All steps look equally important. */
export function NextSteps({ ride, onWait, onPrice }: NextStepsProps) {
  const { busy, act } = useAction();
  const postAgain = usePostAgain();
  const replace = (when: When) =>
    act({
      name: when,
      run: () => call(cancelRide, { params: { id: ride.id } }),
      errorMessage: 'rides.cancel_failed',
      onSuccess: (cancelled) => {
        upsertRide(cancelled);
        postAgain(ride, when);
      },
    });
  const widen = () =>
    act({
      name: 'widen',
      run: () => call(widenRide, { params: { id: ride.id } }),
      successMessage: 'bids.widened',
      errorMessage: 'bids.widen_failed',
      onSuccess: upsertRide,
    });
  const price = typeof ride.asked_price === 'number' ? 'raise' : 'name';
  const press: Record<Step, () => void> = {
    wait: onWait,
    name: onPrice,
    raise: onPrice,
    widen: () => void widen(),
    now: () => void replace('now'),
    later: () => void replace('later'),
  };
  const offered: Step[] = ['wait', price, ...(ride.widened ? [] : (['widen'] as const)), 'now', 'later'];
  return (
    <>
      {ride.widened && (
        <Text size="sm" c="dimmed" role="status">
          {t('bids.widened_note')}
        </Text>
      )}
      <ul className="boli-rows">
        {offered.map((step) => {
          const { icon: Sign, title, hint } = steps[step];
          return (
            <li key={step}>
              <button
                type="button"
                className={`boli-row ${classes.step}`}
                disabled={busy !== null}
                onClick={press[step]}
              >
                <Sign size={22} stroke={1.75} aria-hidden />
                <span>
                  <Text span display="block" fw="var(--mantine-font-weight-medium)">
                    {t(title)}
                  </Text>
                  <Text span display="block" size="meta" c="dimmed">
                    {t(hint)}
                  </Text>
                </span>
                <IconChevronRight size={20} stroke={1.75} aria-hidden />
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
