import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isTracked } from '@boli/shared/bookings/bookings.state';
import { UnstyledButton } from '@mantine/core';
import { type Icon, IconPhone, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../core/t';
import { telLink } from '../../../core/tel';
import { otherName, otherPhone } from '../words';
import { LightUp } from './LightUp';
import classes from './QuickActions.module.css';

function Inside({ icon: Sign, label }: { icon: Icon; label: string }) {
  return (
    <>
      <span className={classes.tile}>
        <Sign size={22} stroke={1.75} aria-hidden />
      </span>
      {label}
    </>
  );
}

/** The actions that a customer may need quickly before and during the ride, as large tiles in one row. */
export function QuickActions({ booking }: { booking: Booking }) {
  const [isLit, setLit] = useState(false);
  const { status } = booking;
  const phone = otherPhone(booking, 'customer');
  const canCall = phone !== null && isTracked(status);
  if (!canCall && status !== 'accepted') return null;
  return (
    <div className={classes.row}>
      {canCall && (
        <a className={classes.action} href={telLink(phone)}>
          <Inside icon={IconPhone} label={t('bookings.call', { name: otherName(booking, 'customer') })} />
        </a>
      )}
      {status === 'accepted' && (
        <UnstyledButton className={classes.action ?? ''} onClick={() => setLit(true)}>
          <Inside icon={IconSun} label={t('trip.light_up')} />
        </UnstyledButton>
      )}
      {isLit && <LightUp onClose={() => setLit(false)} />}
    </div>
  );
}
