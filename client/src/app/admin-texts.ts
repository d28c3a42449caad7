import { addEnglish } from '@boli/shared/core/messages';
import { admin } from '@boli/shared/messages/en/admin';
import { adminLog } from '@boli/shared/messages/en/admin-log';
import { drivers } from '@boli/shared/messages/en/drivers';
import { live } from '@boli/shared/messages/en/live';

/** Adds the English texts of the admin's screens, which other pages do not load (`vite.config.ts`). */
export function addAdminTexts(): void {
  addEnglish({ ...admin, ...adminLog, ...drivers, ...live });
}
