import { addEnglish } from '@boli/shared/core/messages';
import { fairness } from '@boli/shared/messages/en/fairness';

/** Adds the English texts of the public figures, which other pages do not load (`vite.config.ts`). */
export function addFairnessTexts(): void {
  addEnglish(fairness);
}
