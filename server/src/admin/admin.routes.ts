import { listPendingVerifications, verifyDriver } from '@boli/shared/admin/admin.endpoints';
import type { Router } from 'express';
import { page, route } from '../core/route';
import { presentProfile, presentVerificationItem } from '../drivers/drivers.presenter';
import * as verification from './verification.service';

/** What admins do about drivers; settlements are mounted by their own noun. */
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
}
