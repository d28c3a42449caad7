import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as endpoints from '@boli/shared/ledger/ledger.endpoints';
import type { Router } from 'express';
import { recordAdminAction } from '../admin-log/admin-log.service';
import { clock } from '../core/clock';
import { dayInIndia } from '../core/india';
import { logger } from '../core/logger';
import { page, route } from '../core/route';
import { exported } from './export.service';
import * as figures from './figures.presenter';
import * as present from './ledger.presenter';
import * as ledger from './ledger.service';

/** Mounts receipts, statements, figures, commission, payouts and CSV exports. */
export function ledgerRoutes(router: Router): void {
  route(router, endpoints.readReceipt, async ({ actor, params }) =>
    present.presentReceipt(await ledger.receiptOf(actor, params.id), actor.role),
  );
  route(router, endpoints.readDailyEarnings, async ({ actor, query }) =>
    (await ledger.dailyFigures(query.days, actor)).map(figures.presentDailyEarnings),
  );
  route(router, endpoints.readStatement, async ({ actor, query }) =>
    present.presentStatement(query, await ledger.statementOf(actor, query)),
  );
  route(router, endpoints.readStats, async () => figures.presentStats(await ledger.stats()));
  route(router, endpoints.readDailyRevenue, async ({ query }) =>
    (await ledger.dailyFigures(query.days, null)).map(figures.presentDailyRevenue),
  );
  route(router, endpoints.listCommissions, async ({ query }) => {
    const { rows, total } = await ledger.commissions(query);
    return page(rows.map(figures.presentCommission), total);
  });
  route(router, endpoints.listPayouts, async ({ query }) => {
    const { rows, total } = await ledger.listPayouts(query);
    return page(rows.map(figures.presentPayout), total);
  });
  route(router, endpoints.payPayout, async ({ actor, params, body, request }) =>
    figures.presentPayout(
      await recordAdminAction(
        { actor, request },
        { action: 'payout.paid', subject: { kind: 'payout', id: params.id }, asked: body },
        (changed) => ledger.payPayout(params.id, body.reference, changed),
      ),
    ),
  );
  route(router, endpoints.exportCsv, async ({ params, response }) => {
    const name = `boli-${params.kind}-${dayInIndia(clock.now())}.csv`;
    response.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    });
    // The status cannot change after the first chunk: closing the connection shows that the file is incomplete.
    await pipeline(Readable.from(exported(params.kind)), response).catch((error: unknown) => {
      logger.error({ err: error, kind: params.kind }, 'an export was aborted');
      response.destroy();
    });
  });
}
