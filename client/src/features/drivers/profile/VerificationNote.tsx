import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { Button, Text } from '@mantine/core';
import { IconBan, IconClock } from '@tabler/icons-react';
import { useConfig } from '../../../core/config';
import { t } from '../../../core/t';
import classes from './ProfileForm.module.css';

/** What a driver may do meanwhile is a setting of the server. */
function Waiting() {
  const isRequired = useConfig()?.require_driver_verification === true;
  return (
    <Text
      role="status"
      className={classes.note}
      component="div"
      bg="var(--boli-amber-soft)"
      inherit
      c="var(--boli-amber)"
    >
      <IconClock size={20} stroke={1.75} aria-hidden />
      {t(isRequired ? 'drivers.pending_required' : 'drivers.pending_note')}
    </Text>
  );
}

interface VerificationNoteProps {
  profile: DriverProfile;
  /** Leads to where the documents are changed; left out where the reader is there. */
  onChange?: (() => void) | undefined;
}

/** Where the check of the documents stands, with the admin's reason after a rejection; nothing once verified. */
export function VerificationNote({ profile, onChange }: VerificationNoteProps) {
  if (profile.verification_status === 'verified') return null;
  if (profile.verification_status === 'pending') return <Waiting />;
  return (
    <Text role="status" className={classes.note} component="div" bg="var(--boli-red-soft)" inherit c="var(--boli-red)">
      <IconBan size={20} stroke={1.75} aria-hidden />
      <div>
        {profile.rejection_reason
          ? t('drivers.rejected', { reason: profile.rejection_reason })
          : t('drivers.rejected_plain')}
        {onChange && (
          <Button className={classes.change ?? ''} variant="default" size="sm" onClick={onChange}>
            {t('drivers.change_documents')}
          </Button>
        )}
      </div>
    </Text>
  );
}
