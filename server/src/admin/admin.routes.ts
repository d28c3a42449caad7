import { listPendingVerifications, readLive, undoVerification, verifyDriver } from '@boli/shared/admin/admin.endpoints';
import type { Router } from 'express';
import { recordAdminAction } from '../admin-log/admin-log.service';
import { readerOf } from '../core/language';
import { page, route } from '../core/route';
import { presentProfile, presentVerificationItem } from '../drivers/drivers.presenter';
import { presentLive } from './live.presenter';
import { countLive, readBoard } from './live.service';
import * as verification from './verification.service';

/** Mounts the verification of drivers and the live board; the other calls of admins are in the folders of their subjects. */
export function adminRoutes(router: Router): void {
  route(router, listPendingVerifications, async ({ actor, query }) => {
    const { rows, total, people, sharedLicenses } = await verification.pendingVerifications(query);
    const items = rows.map((profile) =>
      presentVerificationItem(profile, {
        person: people.get(profile.user_id),
        sharedLicense: sharedLicenses.has(profile.license_key),
        viewerId: actor.id,
      }),
    );
    return page(items, total);
  });
  route(router, verifyDriver, async ({ actor, params, query, body, request }) => {
    const decision = { status: query.status, reason: body.reason };
    const profile = await recordAdminAction(
      { actor, request },
      { action: 'verification.decided', subject: { kind: 'driver', id: params.userId }, asked: decision },
      (changed) => verification.decide(params.userId, decision, changed),
    );
    return presentProfile(profile, actor.id);
  });
  route(router, undoVerification, async ({ actor, params, request }) => {
    const profile = await recordAdminAction(
      { actor, request },
      { action: 'verification.undone', subject: { kind: 'driver', id: params.userId } },
      (changed) => verification.undo(params.userId, changed),
    );
    return presentProfile(profile, actor.id);
  });
  route(router, readLive, async ({ actor, request }) =>
    presentLive(await readBoard(), await countLive(), readerOf(actor, request)),
  );
}
