import { toPaise } from '@boli/shared/core/money';
import { changePromo, createPromo, listPromos, validatePromo } from '@boli/shared/promos/promos.endpoints';
import type { Router } from 'express';
import { recordAdminAction } from '../admin-log/admin-log.service';
import { page, route } from '../core/route';
import { discountSeen, type HasRidden } from './discounts';
import { presentDiscount, presentPromo } from './promos.presenter';
import * as promos from './promos.service';

/** The functions that promo codes need from folders that `promos` may not import. */
export interface PromoParts {
  hasRidden: HasRidden;
}

/** Mounts the validation of promo codes and the admins' calls on them. */
export function promoRoutes(router: Router, { hasRidden }: PromoParts): void {
  route(router, validatePromo, async ({ actor, body }) => {
    const { promo, discount } = await discountSeen(actor, body, hasRidden);
    return presentDiscount(promo, discount, toPaise(body.amount) - discount);
  });
  route(router, listPromos, async () => {
    const rows = await promos.list();
    return page(
      rows.map(({ promo, use }) => presentPromo(promo, use)),
      rows.length,
    );
  });
  route(router, createPromo, async ({ actor, body, request }) => {
    const promo = await recordAdminAction(
      { actor, request },
      { action: 'promo.created', subject: { kind: 'promo', id: body.code }, asked: body },
      (changed) => promos.create(body, changed),
    );
    return presentPromo(promo, undefined);
  });
  route(router, changePromo, async ({ actor, params, body, request }) => {
    const promo = await recordAdminAction(
      { actor, request },
      { action: 'promo.changed', subject: { kind: 'promo', id: params.code }, asked: body },
      (changed) => promos.change(params.code, body, changed),
    );
    return presentPromo(promo, await promos.takenOf(params.code));
  });
}
