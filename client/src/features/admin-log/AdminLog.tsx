import { exportAdminLog } from '@boli/shared/admin-log/admin-log.endpoints';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { callFile } from '../../core/api';
import { t } from '../../core/t';
import { useAction } from '../../core/use-action';
import { Section } from '../../ui/Section';
import { AdminLogRows } from './AdminLogRows';
import { emptyFilter, type Filter, queryOf } from './filter';
import { LogFilter } from './LogFilter';

/**
 * Saves the entries that match the filter as a CSV file.
 * @throws {ApiError}
 */
async function save(filter: Filter): Promise<void> {
  const file = await callFile(exportAdminLog, { query: queryOf(filter) });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = 'boli-admin-log.csv';
  link.click();
  // Revoked late, because the URL has to be valid until the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The log of what admins did: when, who, from which IP address, on what, and the values before and after. */
export function AdminLog() {
  const [filter, setFilter] = useState<Filter>(emptyFilter);
  // The key of the filter's component: its fields keep what was typed, and a new key mounts them empty.
  const [resets, setResets] = useState(0);
  const { busy, act } = useAction();
  const showAll = () => {
    setFilter(emptyFilter);
    setResets(resets + 1);
  };
  const download = () =>
    act({ name: 'export', input: filter, run: () => save(filter), errorMessage: 'admin_log.export_failed' });
  return (
    <Section
      title={t('admin_log.title')}
      subtitle={t('admin_log.subtitle')}
      action={
        <Button
          variant="default"
          loading={busy !== null}
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
          onClick={() => void download()}
        >
          {t('admin_log.export')}
        </Button>
      }
    >
      <LogFilter key={resets} filter={filter} onChange={setFilter} />
      <AdminLogRows key={JSON.stringify(queryOf(filter))} filter={filter} onAll={showAll} />
    </Section>
  );
}
