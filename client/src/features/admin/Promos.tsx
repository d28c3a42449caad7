import { changePromo, listPromos } from '@boli/shared/promos/promos.endpoints';
import type { Promo } from '@boli/shared/promos/promos.schema';
import { Button, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconPlayerPause, IconPlus, IconRosetteDiscount } from '@tabler/icons-react';
import { useState } from 'react';
import { call, callList } from '../../core/api';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';
import { formatDay } from '../../core/time';
import { useRead } from '../../core/use-read';
import { Badge } from '../../ui/Badge';
import { EmptyState } from '../../ui/EmptyState';
import { LoadFailed } from '../../ui/LoadFailed';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import { useAdminAction } from './admin.actions';
import { PromoForm } from './PromoForm';
import classes from './Promos.module.css';

/** The text of a code's discount and conditions. */
function promoRules(promo: Promo): string {
  const { discount_type, discount_value, max_discount, min_fare, starts_at, ends_at } = promo;
  const off =
    discount_type === 'percentage'
      ? t('admin.promo_percent_off', { value: discount_value })
      : t('admin.promo_amount_off', { amount: formatMoney(discount_value) });
  const rules = [
    off,
    max_discount !== null && t('admin.promo_up_to', { amount: formatMoney(max_discount) }),
    min_fare > 0 && t('admin.promo_from_fare', { amount: formatMoney(min_fare) }),
    promo.first_ride_only && t('admin.promo_first'),
    t('admin.promo_each', { count: promo.per_customer }),
    starts_at && t('admin.promo_since', { day: formatDay(starts_at) }),
    ends_at && t('admin.promo_until', { day: formatDay(ends_at) }),
  ];
  return rules.filter(Boolean).join(' · ');
}

function PromoCard({ promo, onChanged }: { promo: Promo; onChanged: (promo: Promo) => void }) {
  const { busy, act } = useAdminAction();
  const { code, active, used, total_limit: limit } = promo;
  const turn = () =>
    act({
      name: code,
      successMessage: 'admin.promo_changed',
      errorMessage: 'admin.promo_change_failed',
      run: () => call(changePromo, { params: { code }, body: { active: !active } }),
      onSuccess: onChanged,
    });
  return (
    <article className={`boli-card ${classes.promo}`}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <h3>{code}</h3>
        <Badge tone={active ? 'green' : 'grey'} icon={active ? IconCircleCheck : IconPlayerPause}>
          {t(active ? 'admin.promo_active' : 'admin.promo_paused')}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {promoRules(promo)}
      </Text>
      <Group justify="space-between" gap="xs" fz="sm" lh="sm">
        <span>
          {limit === null ? t('admin.promo_used', { used }) : t('admin.promo_used_of', { used, limit })}
          {' · '}
          {t('admin.promo_given', { amount: formatMoney(promo.discount_given) })}
        </span>
        <Button
          variant="default"
          size="sm"
          loading={busy !== null}
          aria-label={t(active ? 'admin.promo_pause_of' : 'admin.promo_resume_of', { code })}
          onClick={() => void turn()}
        >
          {t(active ? 'admin.promo_pause' : 'admin.promo_resume')}
        </Button>
      </Group>
    </article>
  );
}

/** The promo codes and how often each was used. Each can be paused and resumed, and new ones can be created. */
export function Promos() {
  const { value, failed, retry } = useRead('promos', (signal) => callList(listPromos, { signal }));
  const [changed, setChanged] = useState<readonly Promo[]>([]);
  const [opened, setOpened] = useState(false);
  const applyChange = (promo: Promo) =>
    setChanged((before) => [promo, ...before.filter(({ code }) => code !== promo.code)]);
  const known = new Set(value?.rows.map(({ code }) => code));
  const rows = [
    ...changed.filter(({ code }) => !known.has(code)),
    ...(value?.rows ?? []).map((row) => changed.find(({ code }) => code === row.code) ?? row),
  ];
  const create = (
    <Button
      variant="light"
      leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
      onClick={() => setOpened(true)}
    >
      {t('admin.promo_new')}
    </Button>
  );
  return (
    <Section title={t('admin.promos')} subtitle={t('admin.promos_subtitle')} action={create}>
      {value && rows.length === 0 && <EmptyState icon={IconRosetteDiscount} title={t('admin.promos_empty')} />}
      {rows.length > 0 && (
        <ul className="boli-list">
          {rows.map((promo) => (
            <li key={promo.code}>
              <PromoCard promo={promo} onChanged={applyChange} />
            </li>
          ))}
        </ul>
      )}
      {!value && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={2} />)}
      <PromoForm opened={opened} onClose={() => setOpened(false)} onCreated={applyChange} />
    </Section>
  );
}
