import type { Settlement } from '@boli/shared/settlements/settlements.schema';
import { Flex, Group, Text } from '@mantine/core';
import { IconAlertCircle, IconReceiptRupee } from '@tabler/icons-react';
import { formatMoney } from '../../core/money';
import { shortId } from '../../core/short-id';
import { t } from '../../core/t';
import { formatDay, formatExact, useNow } from '../../core/time';
import { Badge } from '../../ui/Badge';
import { type Column, DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { LockedButton } from '../../ui/LockedButton';
import { Price } from '../../ui/Price';
import { ShowMore } from '../../ui/ShowMore';
import { ActedRow } from './ActedRow';
import { settle, undoPaid, useAdminAction, waive } from './admin.actions';
import { showMore, useAdmin } from './admin.store';
import { useActedRows } from './use-acted-rows';

function Amount({ settlement: { platform_fee, net_due } }: { settlement: Settlement }) {
  const words = net_due < 0 ? 'admin.net_owed' : 'admin.net_due';
  return (
    <Flex component="span" direction="column" align="end" display="inline-flex">
      <Price value={platform_fee} />
      {net_due !== platform_fee && (
        <Text span size="meta" c="dimmed" fw="var(--mantine-font-weight-regular)">
          {t(words, { amount: formatMoney(Math.abs(net_due)) })}
        </Text>
      )}
    </Flex>
  );
}

function Due({ settlement: { due_date }, now }: { settlement: Settlement; now: number }) {
  return (
    <Flex component="span" align="center" wrap="wrap" rowGap="xxs" columnGap="sm" display="inline-flex">
      <time dateTime={due_date} title={formatExact(due_date)}>
        {formatDay(due_date)}
      </time>
      {Date.parse(due_date) < now && (
        <Badge tone="red" icon={IconAlertCircle}>
          {t('admin.overdue')}
        </Badge>
      )}
    </Flex>
  );
}

/** What was done with a row. */
type Done = 'paid' | 'waived';

interface SettleProps {
  settlement: Settlement;
  done: Done | null;
  /** The id of the row whose action is running; null when none is. */
  busy: string | null;
  onDone: (how: Done) => void;
  onUndo: () => void;
}

/** The button Mark Paid, and Waive if the row is a fee for cancelling; Undo on a row that was paid or waived. */
function Settle({ settlement: { id, cancellation }, done, busy, onDone, onUndo }: SettleProps) {
  const state = {
    'aria-describedby': `driver-of-${id} booking-of-${id}`,
    loading: busy === id,
    disabled: busy !== null && busy !== id,
  };
  if (done)
    return (
      <ActedRow {...state} done={t(done === 'waived' ? 'admin.waived' : 'admin.paid')} tone="green" onUndo={onUndo} />
    );
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {cancellation && (
        <LockedButton
          needsServer
          meaning="waive"
          variant="subtle"
          size="sm"
          {...state}
          onClick={() => onDone('waived')}
        >
          {t('admin.waive')}
        </LockedButton>
      )}
      <LockedButton needsServer meaning="mark" variant="default" size="sm" {...state} onClick={() => onDone('paid')}>
        {t('admin.mark_paid')}
      </LockedButton>
    </Group>
  );
}

/** The columns that say what is due from whom. */
const dueColumns = (now: number): Column<Settlement>[] => [
  {
    id: 'driver',
    label: t('admin.driver'),
    cell: (row) => <span id={`driver-of-${row.id}`}>{row.cancellation?.payer_name ?? row.driver_name}</span>,
  },
  {
    id: 'booking',
    label: t('admin.booking_id'),
    cell: (row) =>
      row.booking_id === null ? (
        <span id={`booking-of-${row.id}`}>{row.pass && t(`pricing.row_${row.pass.span}`)}</span>
      ) : (
        <span className="tabular" id={`booking-of-${row.id}`}>
          {shortId(row.booking_id)}
          {row.cancellation && ` · ${t(`jurisdictions.fee_of_${row.cancellation.by}`)}`}
        </span>
      ),
  },
  { id: 'amount', label: t('admin.amount'), end: true, cell: (row) => <Amount settlement={row} /> },
  { id: 'due', label: t('admin.due_date'), cell: (row) => <Due settlement={row} now={now} /> },
];

/**
 * The pending settlements: commissions of drivers, prices of passes, and fees for cancelling. Each row has the button
 * Mark Paid; a fee for cancelling also has the button Waive. A row that was paid or waived stays in its place for as
 * long as that can be undone.
 */
export function PendingSettlements({ rows }: { rows: readonly Settlement[] }) {
  const { busy, act } = useAdminAction();
  const now = useNow(60_000);
  const total = useAdmin(({ figures }) => figures?.settlements.total ?? 0);
  const { ref, shown, doneWith, keep, release } = useActedRows<Settlement, Done>(rows, ({ id }) => id);
  const finish = (row: Settlement, how: Done) =>
    act({
      name: row.id,
      input: how,
      successMessage: how === 'paid' ? 'admin.settlement_paid' : 'admin.settlement_waived',
      errorMessage: 'admin.settlement_failed',
      run: () => (how === 'paid' ? settle(row) : waive(row)),
      onSuccess: () => keep(row, how),
    });
  const undo = (row: Settlement) =>
    act({
      name: row.id,
      input: 'undo',
      successMessage: 'admin.undone',
      errorMessage: 'admin.undo_failed',
      run: () => undoPaid(row),
      onSuccess: () => release(row),
    });
  const action: Column<Settlement> = {
    id: 'action',
    label: t('admin.action'),
    end: true,
    quiet: true,
    cell: (row) => (
      <Settle
        settlement={row}
        done={doneWith(row)}
        busy={busy}
        onDone={(how) => void finish(row, how)}
        onUndo={() => void undo(row)}
      />
    ),
  };
  const columns = [...dueColumns(now), action];
  return (
    <div ref={ref}>
      {shown.length > 0 && (
        <DataTable caption={t('admin.tab_settlements')} columns={columns} rows={shown} keyOf={(row) => row.id} />
      )}
      {rows.length === 0 && <EmptyState icon={IconReceiptRupee} title={t('admin.settlements_empty')} />}
      <ShowMore shown={rows.length} total={total} onMore={() => showMore('settlements')} />
    </div>
  );
}
