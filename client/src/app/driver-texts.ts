import { addEnglish } from '@boli/shared/core/messages';
import { drivers } from '@boli/shared/messages/en/drivers';
import { earned } from '@boli/shared/messages/en/earned';

/** Adds the English texts of the driver's screens, which other pages do not load (`vite.config.ts`). */
export function addDriverTexts(): void {
  addEnglish({ ...drivers, ...earned });
}
