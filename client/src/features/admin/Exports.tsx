import { exportKinds } from '@boli/shared/ledger/ledger.schema';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
import { Section } from '../../ui/Section';
import { saveCsv } from './admin.actions';

/** The tables as files for a spreadsheet. */
export function Exports() {
  const [busy, setBusy] = useState<string | null>(null);
  const save = async (kind: (typeof exportKinds)[number]) => {
    setBusy(kind);
    await saveCsv(kind).catch((error) => toast.error(errorText(error, 'admin.export_failed')));
    setBusy(null);
  };
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
