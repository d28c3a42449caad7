import { listPendingVerifications } from '@boli/shared/admin/admin.endpoints';
import type { VerificationItem } from '@boli/shared/admin/admin.schema';
import { listCommissions, readStats } from '@boli/shared/ledger/ledger.endpoints';
import type { AdminStats, Commission } from '@boli/shared/ledger/ledger.schema';
import { listPendingSettlements } from '@boli/shared/settlements/settlements.endpoints';
import type { Settlement } from '@boli/shared/settlements/settlements.schema';
import { call, callList } from '../../core/api';
import { createKept } from '../../core/mirror';
import { PAGE_ROWS, type Paged, type PageSource, readPages } from '../../core/pages';
import { createQuestions } from '../../core/questions';
import { onOtherPerson } from '../../core/session';
import { errorText } from '../../core/t';
import { clearErrors, toast } from '../../core/toast';

export interface AdminFigures {
  stats: AdminStats;
  settlements: Paged<Settlement>;
  commissions: Paged<Commission>;
  /** The first page; what is done makes room for the next. */
  verifications: Paged<VerificationItem>;
}

interface AdminState {
  /** Null until the first answer. */
  figures: AdminFigures | null;
  failed: boolean;
  /** Counts what the server told of and is not yet read. */
  stale: number;
}

const empty: AdminState = { figures: null, failed: false, stale: 0 };

/** What the admin's four reads gave, always of one moment: whole lists that are read together, so this is no mirror. */
export const useAdmin = createKept(empty);

const questions = createQuestions();

const limit = PAGE_ROWS;
const settlementPages: PageSource<Settlement> = {
  read: ({ last }) => callList(listPendingSettlements, { query: { limit, ...(last && { before: last.created_at }) } }),
  keyOf: ({ id }) => id,
};
const commissionPages: PageSource<Commission> = {
  read: ({ skipped }) => callList(listCommissions, { query: { limit, skip: skipped } }),
  keyOf: ({ driver_id }) => driver_id,
};
/** How many rows the reader asked to see. */
const first = { settlements: PAGE_ROWS, commissions: PAGE_ROWS };
let wanted = first;
onOtherPerson(() => {
  wanted = first;
});

async function readAll(): Promise<AdminFigures> {
  const [stats, settlements, commissions, verifications] = await Promise.all([
    call(readStats),
    readPages(settlementPages, wanted.settlements),
    readPages(commissionPages, wanted.commissions),
    callList(listPendingVerifications, { query: { limit } }),
  ]);
  return { stats, settlements, commissions, verifications };
}

/** Reads all four together: on load, and after each action. Rejects with the ApiError; an older answer never wins. */
export function loadAdmin(): Promise<void> {
  return questions.read({
    ask: readAll,
    take: (figures) => {
      useAdmin.setState({ figures, failed: false });
      clearErrors('admin.load');
    },
    failed: (error) => {
      useAdmin.setState({ failed: true });
      toast.error(errorText(error, 'admin.load_failed'), 'admin.load');
    },
  });
}

/** Takes the platform's figures from a push. */
export function takeStats(stats: AdminStats): void {
  useAdmin.setState(({ figures }) => (figures ? { figures: { ...figures, stats } } : {}));
}

/** Shows the next page of a list; all is read again, so that it stays of one moment. */
export async function showMore(list: keyof typeof first): Promise<void> {
  wanted = { ...wanted, [list]: wanted[list] + PAGE_ROWS };
  // A failure is told by the reading itself.
  await loadAdmin().catch(() => undefined);
}

/** Something the figures stand on has changed: a shown dashboard reads them again. */
export function noteAdminChange(): void {
  useAdmin.setState(({ stale }) => ({ stale: stale + 1 }));
}
