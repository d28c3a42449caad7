import { readEarnings } from '@boli/shared/drivers/drivers.endpoints';
import { listPendingSettlements, paySettlement, undoSettlement } from '@boli/shared/settlements/settlements.endpoints';
import type { Router } from 'express';
import { recordAdminAction } from '../admin-log/admin-log.service';
import { page, route } from '../core/route';
import { presentEarnings, presentSettlement } from './settlements.presenter';
import * as settlements from './settlements.service';
import { undo } from './undo.service';

/** Mounts the admins' settlements and the drivers' earnings. */
export function settlementRoutes(router: Router): void {
  route(router, listPendingSettlements, async ({ query }) => {
    const { rows, total } = await settlements.listPending(query);
    return page(rows.map(presentSettlement), total);
  });
  route(router, paySettlement, async ({ actor, params, body, request }) =>
    presentSettlement(
      await recordAdminAction(
        { actor, request },
        { action: 'settlement.paid', subject: { kind: 'settlement', id: params.id }, asked: body },
        (changed) => settlements.pay(params.id, body, changed),
      ),
    ),
  );
  route(router, undoSettlement, async ({ actor, params, request }) =>
    presentSettlement(
      await recordAdminAction(
        { actor, request },
        { action: 'settlement.undone', subject: { kind: 'settlement', id: params.id } },
        (changed) => undo(params.id, changed),
      ),
    ),
  );
  route(router, readEarnings, async ({ actor }) => presentEarnings(await settlements.earningsOf(actor)));
}
