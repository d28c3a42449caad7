import { textIn } from '@boli/shared/core/messages';
import { Text } from '@mantine/core';
import { useConfig } from '../../core/config';
import { currentLanguage } from '../../core/language';
import { t } from '../../core/t';

/** Which law applies, with its source and date, and that the operator has to check it; nothing if none applies. */
export function LawNote() {
  const law = useConfig()?.jurisdiction;
  if (!law) return null;
  const { name, date, source, notice } = law;
  return (
    <Text component="footer" size="meta" c="dimmed" mt="md">
      {t('jurisdictions.applies', { name, date, source })} {t('jurisdictions.check')}{' '}
      {textIn(notice, currentLanguage())}
    </Text>
  );
}
