import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { IconBan, IconClock } from '@tabler/icons-react';
import { t } from '../../core/t';
import classes from './ProfileForm.module.css';

/** Where the check of the documents stands, with the admin's reason after a rejection; nothing once verified. */
export function VerificationNote({ profile }: { profile: DriverProfile }) {
  if (profile.verification_status === 'verified') return null;
  const rejected = profile.verification_status === 'rejected';
  const words = rejected
    ? profile.rejection_reason
      ? t('drivers.rejected', { reason: profile.rejection_reason })
      : t('drivers.rejected_plain')
    : t('drivers.pending_note');
  const Sign = rejected ? IconBan : IconClock;
  return (
    <div role="status" className={`${classes.note} ${rejected ? classes.refused : classes.waiting}`}>
      <Sign size={20} stroke={1.75} aria-hidden />
      {words}
    </div>
  );
}
