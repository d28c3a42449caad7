import { recordView } from '../admin-log/admin-log.service';
import { users } from '../auth/auth.repository';
import { profiles } from '../drivers/drivers.repository';
import type { OpenedFile } from '../uploads/files.routes';

/**
 * Records that an admin opens a driver's document. Called where the file is sent, so that every opening is logged.
 * Repeated requests for the same signed URL are logged as one opening.
 */
export async function recordOpened({ fileId, userId, expires, request }: OpenedFile): Promise<void> {
  const viewer = await users.byId(userId);
  if (viewer?.role !== 'admin') return;
  const found = await profiles.ofFile(fileId);
  if (!found) return;
  const actor = { id: viewer._id, role: viewer.role, name: viewer.name };
  await recordView(
    { actor, request },
    { driverId: found.profile.user_id, document: found.document, address: `${userId}:${fileId}:${expires}` },
  );
}
