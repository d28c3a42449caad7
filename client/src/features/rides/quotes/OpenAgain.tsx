import { ActionIcon, Flex } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { t } from '../../../core/t';
import tones from '../../../ui/Tones.module.css';

/** Says that the request is open again after a booking without a ride. */
export function OpenAgain({ onClose }: { onClose: () => void }) {
  return (
    <Flex className={`boli-note ${tones.indigo}`} justify="space-between" py={0} pr={0}>
      <p>{t('rides.open_again')}</p>
      <ActionIcon variant="transparent" c="inherit" aria-label={t('common.close')} onClick={onClose}>
        <IconX size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Flex>
  );
}
