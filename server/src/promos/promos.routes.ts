import { changePromo, createPromo, listPromos } from '@boli/shared/promos/promos.endpoints';
import type { Router } from 'express';
import { page, route } from '../core/route';
import { presentPromo } from './promos.presenter';
import * as promos from './promos.service';

export function promoRoutes(router: Router): void {
  route(router, listPromos, async () => {
    const rows = await promos.list();
    return page(
      rows.map(({ promo, use }) => presentPromo(promo, use)),
      rows.length,
    );
  });
  route(router, createPromo, async ({ body }) => presentPromo(await promos.create(body), undefined));
  route(router, changePromo, async ({ params, body }) =>
    presentPromo(await promos.change(params.code, body), await promos.takenOf(params.code)),
  );
}
