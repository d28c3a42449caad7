import { listPendingVerifications } from '@boli/shared/admin/admin.endpoints';
import type { VerificationItem } from '@boli/shared/admin/admin.schema';
import { listCommissions, readStats } from '@boli/shared/ledger/ledger.endpoints';
import type { AdminStats, Commission } from '@boli/shared/ledger/ledger.schema';
import { listPendingSettlements } from '@boli/shared/settlements/settlements.endpoints';
import type { Settlement } from '@boli/shared/settlements/settlements.schema';
import { call, callList } from '../../core/api';
import { createUserStore } from '../../core/mirror';
import { PAGE_ROWS, type Paged, type PageSource, readPages } from '../../core/pages';
import { createReadGuard } from '../../core/read-guard';
import { onUserChange } from '../../core/session';
import { errorText } from '../../core/t';
import { clearErrors, toast } from '../../core/toast';

export interface AdminFigures {
  stats: AdminStats;
  settlements: Paged<Settlement>;
  commissions: Paged<Commission>;
  /** The first page only; each decision brings in the next pending driver. */
  verifications: Paged<VerificationItem>;
}

interface AdminState {
  /** Null until the first response. */
  figures: AdminFigures | null;
  failed: boolean;
  /** Counts the pushed changes, to trigger a reload. */
  stale: number;
}

const empty: AdminState = { figures: null, failed: false, stale: 0 };

/**
 * The four responses that the admin dashboard shows. They are always loaded together, so this is no mirror
 * (core/mirror.ts).
 */
export const useAdmin = createUserStore(empty);

const guard = createReadGuard();

const limit = PAGE_ROWS;
const settlementPages: PageSource<Settlement> = {
  read: ({ last }) => callList(listPendingSettlements, { query: { limit, ...(last && { before: last.created_at }) } }),
  keyOf: ({ id }) => id,
};
const commissionPages: PageSource<Commission> = {
  read: ({ skipped }) => callList(listCommissions, { query: { limit, skip: skipped } }),
  keyOf: ({ driver_id }) => driver_id,
};
/** How many rows of each list are shown at first. */
const first = { settlements: PAGE_ROWS, commissions: PAGE_ROWS };
let wanted = first;
onUserChange(() => {
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

/**
 * Loads all four responses together. Rejects with the ApiError; the response of an older load never replaces that of a
 * newer one.
 */
export function loadAdmin(): Promise<void> {
  return guard.read({
    load: readAll,
    apply: (figures) => {
      useAdmin.setState({ figures, failed: false });
      clearErrors('admin.load');
    },
    onError: (error) => {
      useAdmin.setState({ failed: true });
      toast.error(errorText(error, 'admin.load_failed'), 'admin.load');
    },
  });
}

/** Applies pushed platform statistics; ignores them before the first load. */
export function applyStats(stats: AdminStats): void {
  useAdmin.setState(({ figures }) => (figures ? { figures: { ...figures, stats } } : {}));
}

/** Shows the next page of a list, by reloading all four responses, so that they agree with each other. */
export async function showMore(list: keyof typeof first): Promise<void> {
  wanted = { ...wanted, [list]: wanted[list] + PAGE_ROWS };
  // `loadAdmin` shows the error.
  await loadAdmin().catch(() => undefined);
}

/** Marks the responses as outdated: a mounted dashboard reloads them. */
export function markAdminStale(): void {
  useAdmin.setState(({ stale }) => ({ stale: stale + 1 }));
}
