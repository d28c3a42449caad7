import { readReplay } from '@boli/shared/bookings/bookings.endpoints';
import type { Replay } from '@boli/shared/bookings/replay.schema';
import { Stack, Text } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { call } from '../../../core/api';
import { drivenText } from '../../../core/driven';
import { t } from '../../../core/t';
import { useRead } from '../../../core/use-read';
import { AppDialog } from '../../../ui/AppDialog';
import { EmptyState } from '../../../ui/EmptyState';
import { LoadFailed } from '../../../ui/LoadFailed';
import { RowsSkeleton } from '../../../ui/RowsSkeleton';
import { ReplayEvents } from './ReplayEvents';
import { ReplayPlayer } from './ReplayPlayer';

const WIDTH_PX = 720;

function Trip({ replay }: { replay: Replay }) {
  const { driven, points, events } = replay;
  return (
    <Stack>
      {driven && (
        <div>
          <Text fw="var(--mantine-font-weight-medium)">{drivenText(driven)}</Text>
          <Text size="sm" c="dimmed">
            {t(`replay.${driven.source}`)}
          </Text>
        </div>
      )}
      {points.length > 0 && <ReplayPlayer replay={replay} />}
      {points.length === 0 && (
        <>
          <EmptyState icon={IconMapPinOff} title={t('replay.empty')} hint={t('replay.empty_note')} />
          <ReplayEvents events={events} onSeek={null} />
        </>
      )}
    </Stack>
  );
}

interface ReplayDialogProps {
  bookingId: string;
  opened: boolean;
  onClose: () => void;
}

/** The replay of a ride that has ended, for its two parties and admins. */
export function ReplayDialog({ bookingId, opened, onClose }: ReplayDialogProps) {
  const {
    value: replay,
    failed,
    retry,
  } = useRead(bookingId, (signal) => call(readReplay, { params: { id: bookingId }, signal }));
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('replay.title')} size={WIDTH_PX}>
      {replay && <Trip replay={replay} />}
      {!replay && (failed ? <LoadFailed onRetry={retry} onBack={onClose} /> : <RowsSkeleton rows={2} />)}
    </AppDialog>
  );
}
