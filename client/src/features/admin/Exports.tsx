import { exportKinds } from '@boli/shared/ledger/ledger.schema';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { t } from '../../core/t';
import { useAction } from '../../core/use-action';
import { Section } from '../../ui/Section';
import { saveCsv } from './admin.actions';

/** The CSV exports. */
export function Exports() {
  const { busy, act } = useAction();
  const save = (kind: (typeof exportKinds)[number]) =>
    act({ name: kind, run: () => saveCsv(kind), errorMessage: 'admin.export_failed' });
  return (
    <Section title={t('admin.export')} subtitle={t('admin.export_subtitle')}>
      <Group align="stretch" gap="sm">
        {exportKinds.map((kind) => (
          <Button
            key={kind}
            variant="default"
            loading={busy === kind}
            leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
            onClick={() => void save(kind)}
          >
            {t(`admin.export_${kind}`)}
          </Button>
        ))}
      </Group>
    </Section>
  );
}
