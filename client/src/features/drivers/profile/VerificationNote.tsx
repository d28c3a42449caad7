import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { Box, Button } from '@mantine/core';
import { IconBan, IconClock } from '@tabler/icons-react';
import { useConfig } from '../../../core/config';
import { t } from '../../../core/t';
import tones from '../../../ui/Tones.module.css';

/** The note for a driver who waits for verification; a setting of the server decides what such a driver may do. */
function Waiting() {
  const isRequired = useConfig()?.require_driver_verification === true;
  return (
    <Box role="status" className={`boli-note ${tones.amber}`} mb="md" fz="sm" lh="sm" bdrs="md">
      <IconClock size={20} stroke={1.75} aria-hidden />
      {t(isRequired ? 'drivers.pending_required' : 'drivers.pending_note')}
    </Box>
  );
}

interface VerificationNoteProps {
  profile: DriverProfile;
  /** Opens the form for the documents; omitted if that form is open already. */
  onChange?: (() => void) | undefined;
}

/** The verification status, with the admin's reason after a rejection; nothing once verified. */
export function VerificationNote({ profile, onChange }: VerificationNoteProps) {
  if (profile.verification_status === 'verified') return null;
  if (profile.verification_status === 'pending') return <Waiting />;
  return (
    <Box role="status" className={`boli-note ${tones.red}`} mb="md" fz="sm" lh="sm" bdrs="md">
      <IconBan size={20} stroke={1.75} aria-hidden />
      <div>
        {profile.rejection_reason
          ? t('drivers.rejected', { reason: profile.rejection_reason })
          : t('drivers.rejected_plain')}
        {onChange && (
          <Button display="block" mt="xs" variant="default" size="sm" onClick={onChange}>
            {t('drivers.change_documents')}
          </Button>
        )}
      </div>
    </Box>
  );
}
