import { readEarnings } from '@boli/shared/drivers/drivers.endpoints';
import { listPendingSettlements, paySettlement } from '@boli/shared/settlements/settlements.endpoints';
import type { Router } from 'express';
import { readsSubject, recordAdminAction } from '../admin-log/admin-log.service';
import { page, route } from '../core/route';
import { loggedSettlement, presentEarnings, presentSettlement } from './settlements.presenter';
import { settlements as stored } from './settlements.repository';
import * as settlements from './settlements.service';

export function settlementRoutes(router: Router): void {
  route(router, listPendingSettlements, async ({ query }) => {
    const { rows, total } = await settlements.listPending(query);
    return page(rows.map(presentSettlement), total);
  });
  readsSubject('settlement', async (id) => {
    const settlement = await stored.byId(id);
    return settlement && { name: settlement.driver_name, values: loggedSettlement(settlement) };
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
  route(router, readEarnings, async ({ actor }) => presentEarnings(await settlements.earningsOf(actor)));
}
