import { adminActions } from '@boli/shared/admin-log/admin-log.schema';
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../../core/t';
import { type Filter, isReversed } from './filter';

/** Long enough for somebody who is still typing. */
const TYPING_MS = 400;

/** What the log is narrowed by. An id that is being typed counts once the typing has ended. */
export function LogFilter({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const [subject, setSubject] = useState(filter.subject);
  useEffect(() => {
    if (subject === filter.subject) return;
    const timer = setTimeout(() => onChange({ ...filter, subject }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [subject, filter, onChange]);
  const actions = adminActions.map((action) => ({ value: action, label: t(`admin_log.action_${action}`) }));
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" mb="md">
      <NativeSelect
        label={t('admin_log.filter_action')}
        data={[{ value: '', label: t('admin_log.all_actions') }, ...actions]}
        value={filter.action}
        onChange={(event) => onChange({ ...filter, action: event.currentTarget.value })}
      />
      <TextInput
        label={t('admin_log.filter_subject')}
        maxLength={100}
        value={subject}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <TextInput
        label={t('admin_log.filter_from')}
        type="date"
        value={filter.from}
        onChange={(event) => onChange({ ...filter, from: event.currentTarget.value })}
      />
      <TextInput
        label={t('admin_log.filter_to')}
        type="date"
        error={isReversed(filter) && t('admin_log.dates_reversed')}
        value={filter.to}
        onChange={(event) => onChange({ ...filter, to: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}
