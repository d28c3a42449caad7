import { SHORT_ID_LENGTH } from '@boli/shared/core/constants';
import { listPayouts } from '@boli/shared/ledger/ledger.endpoints';
import type { Payout } from '@boli/shared/ledger/ledger.schema';
import { Button, TextInput } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { callList } from '../../core/api';
import { t } from '../../core/t';
import { formatDay } from '../../core/time';
import { useRead } from '../../core/use-read';
import { type Column, DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { LoadFailed } from '../../ui/LoadFailed';
import { Price } from '../../ui/Price';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import classes from './Admin.module.css';
import { recordPayout, useAction } from './admin.actions';

interface PayProps {
  payout: Payout;
  onPaid: (payout: Payout) => void;
}

/** The bank's reference and the button that records the transfer. */
function Pay({ payout, onPaid }: PayProps) {
  const { busy, act } = useAction();
  const [reference, setReference] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const names = { driver: payout.driver_name, booking: payout.booking_id.slice(0, SHORT_ID_LENGTH) };
  if (payout.payout_status === 'paid') {
    return (
      <span className={`${classes.state} ${classes.on}`}>
        {t('admin.payout_paid_with', { reference: payout.reference ?? '' })}
      </span>
    );
  }
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (reference.trim() === '') return setFault(t('common.required'));
    await act({
      name: payout.id,
      done: 'admin.payout_paid',
      failed: 'admin.payout_failed',
      run: async () => onPaid(await recordPayout(payout, reference.trim())),
    });
  };
  return (
    <form noValidate className={classes.pay} onSubmit={(event) => void pay(event)}>
      <TextInput
        aria-label={t('admin.payout_reference_of', names)}
        placeholder={t('admin.payout_reference')}
        required
        maxLength={100}
        value={reference}
        error={fault}
        onChange={(event) => {
          setReference(event.currentTarget.value);
          setFault(null);
        }}
      />
      <Button type="submit" variant="default" loading={busy !== null} aria-label={t('admin.payout_pay_of', names)}>
        {t('admin.payout_pay')}
      </Button>
    </form>
  );
}

/** What is owed and was paid to drivers for rides paid through the gateway. */
export function Payouts() {
  const { value, failed, retry } = useRead('payouts', (signal) => callList(listPayouts, { signal }));
  const [paid, setPaid] = useState<Readonly<Record<string, Payout>>>({});
  const rows = (value?.rows ?? []).map((row) => paid[row.id] ?? row);
  const columns: Column<Payout>[] = [
    { id: 'driver', label: t('admin.driver'), cell: (row) => row.driver_name },
    {
      id: 'booking',
      label: t('admin.booking_id'),
      cell: (row) => <span className={classes.code}>{row.booking_id.slice(0, SHORT_ID_LENGTH)}</span>,
    },
    {
      id: 'since',
      label: t('admin.payout_status'),
      cell: (row) =>
        row.payout_status === 'owed' ? (
          <span className={`${classes.state} ${classes.waiting}`}>{t('admin.payout_owed')}</span>
        ) : (
          formatDay(row.paid_at ?? row.created_at)
        ),
    },
    { id: 'amount', label: t('admin.amount'), end: true, cell: (row) => <Price value={row.amount} /> },
    {
      id: 'action',
      label: t('admin.action'),
      end: true,
      quiet: true,
      cell: (row) => <Pay payout={row} onPaid={(done) => setPaid((before) => ({ ...before, [done.id]: done }))} />,
    },
  ];
  return (
    <Section title={t('admin.payouts')} subtitle={t('admin.payouts_subtitle')}>
      {value && rows.length === 0 && <EmptyState icon={IconBuildingBank} title={t('admin.payouts_empty')} />}
      {value && rows.length > 0 && (
        <DataTable caption={t('admin.payouts')} columns={columns} rows={rows} keyOf={(row) => row.id} />
      )}
      {!value && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={2} />)}
    </Section>
  );
}
