import { explain } from '@boli/shared/core/explain';
import { Price as PriceRule } from '@boli/shared/core/fields';
import { currentLanguage } from '../../core/language';
import { t } from '../../core/t';

/** The price (rupees) of a typed text, or its validation error. */
export function readPrice(text: string): { price: number } | { error: string } {
  const parsed = PriceRule.safeParse(text.trim() === '' ? undefined : Number(text), { reportInput: true });
  if (parsed.success) return { price: parsed.data };
  if (text.trim() === '') return { error: t('quotes.price_number') };
  return { error: explain(parsed.error, currentLanguage()).detail };
}
