import { listPendingVerifications, readLive, verifyDriver } from '@boli/shared/admin/admin.endpoints';
import type { Router } from 'express';
import { page, route } from '../core/route';
import { presentProfile, presentVerificationItem } from '../drivers/drivers.presenter';
import { presentLive } from './live.presenter';
import { countLive, readBoard } from './live.service';
import * as verification from './verification.service';

/** What admins do about drivers, and what is going on; settlements are mounted by their own noun. */
export function adminRoutes(router: Router): void {
  route(router, listPendingVerifications, async ({ query }) => {
    const { rows, total, people, sharedLicenses } = await verification.pendingVerifications(query);
    const items = rows.map((profile) =>
      presentVerificationItem(profile, {
        person: people.get(profile.user_id),
        sharedLicense: sharedLicenses.has(profile.license_key),
      }),
    );
    return page(items, total);
  });
  route(router, verifyDriver, async ({ params, query, body }) =>
    presentProfile(await verification.decide(params.userId, { status: query.status, reason: body.reason })),
  );
  route(router, readLive, async () => presentLive(await readBoard(), await countLive()));
}
