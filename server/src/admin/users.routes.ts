import { listUsers, setSuspension } from '@boli/shared/admin/admin.endpoints';
import type { Router } from 'express';
import { recordAdminAction } from '../admin-log/admin-log.service';
import { loggedAccount } from '../auth/auth.presenter';
import { suspend, unsuspend } from '../auth/suspension.service';
import { page, route } from '../core/route';
import { presentAdminUser } from './users.presenter';
import { findUsers, suspendersOf } from './users.service';

/** Mounts the admins' calls on accounts: search, suspend and unsuspend. */
export function userRoutes(router: Router): void {
  route(router, listUsers, async ({ query }) => {
    const { rows, total, admins } = await findUsers(query);
    return page(
      rows.map((user) => presentAdminUser(user, admins)),
      total,
    );
  });
  route(router, setSuspension, async ({ actor, params, body, request }) => {
    const { reason } = body;
    const action = body.suspended ? ('account.suspended' as const) : ('account.unsuspended' as const);
    const user = await recordAdminAction(
      { actor, request },
      { action, subject: { kind: 'account', id: params.id }, asked: body },
      async (changed) => {
        const wanted = body.suspended && reason !== null;
        const { before, after } = wanted ? await suspend(actor, params.id, reason) : await unsuspend(params.id);
        changed(loggedAccount(before), loggedAccount(after));
        return after;
      },
    );
    return presentAdminUser(user, await suspendersOf([user]));
  });
}
