import { adminActions } from '@boli/shared/admin-log/admin-log.schema';
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useFields } from '../../core/form';
import { t } from '../../core/t';
import { type Filter, isReversed } from './filter';

/** How long after the last key the typed text is applied, in ms. */
const TYPING_MS = 400;

/**
 * The fields of the log's filter. A typed name or code is applied once the typing has paused; the other fields are
 * applied immediately.
 */
export function LogFilter({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { values, field } = useFields({ initial: filter });
  useEffect(() => {
    if (values === filter) return;
    const timer = setTimeout(() => onChange(values), values.subject === filter.subject ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [values, filter, onChange]);
  const actions = adminActions.map((action) => ({ value: action, label: t(`admin_log.action_${action}`) }));
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" mb="md">
      <NativeSelect
        label={t('admin_log.filter_action')}
        data={[{ value: '', label: t('admin_log.all_actions') }, ...actions]}
        {...field('action')}
      />
      <TextInput label={t('admin_log.filter_subject')} type="search" maxLength={100} {...field('subject')} />
      <TextInput label={t('admin_log.filter_from')} type="date" {...field('from')} />
      <TextInput
        label={t('admin_log.filter_to')}
        type="date"
        {...field('to')}
        error={isReversed(values) && t('admin_log.dates_reversed')}
      />
    </SimpleGrid>
  );
}
