import { readEarnings } from '@boli/shared/drivers/drivers.endpoints';
import { listPendingSettlements, paySettlement } from '@boli/shared/settlements/settlements.endpoints';
import type { Router } from 'express';
import { page, route } from '../core/route';
import { presentEarnings, presentSettlement } from './settlements.presenter';
import * as settlements from './settlements.service';

export function settlementRoutes(router: Router): void {
  route(router, listPendingSettlements, async ({ query }) => {
    const { rows, total } = await settlements.listPending(query);
    return page(rows.map(presentSettlement), total);
  });
  route(router, paySettlement, async ({ params, body }) => presentSettlement(await settlements.pay(params.id, body)));
  route(router, readEarnings, async ({ actor }) => presentEarnings(await settlements.earningsOf(actor)));
}
