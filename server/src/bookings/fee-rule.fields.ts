import { pricingModels } from '@boli/shared/core/money';
import { type LawText, levyBases, levyBearers } from '@boli/shared/jurisdictions/jurisdictions.schema';
import {
  anything,
  embedded,
  listOf,
  nullable,
  number,
  oneOf,
  optional,
  paise,
  type Stored,
  text,
} from '../store/document';

/** The sums of the levies of a fare, by who bears them. */
export const levySums = { driver_paise: paise, platform_paise: paise };

const levyFields = { name: text, percent: number, of: oneOf(levyBases), borne_by: oneOf(levyBearers) };

export const feeRuleFields = {
  model: oneOf(pricingModels),
  percent: number,
  per_ride_paise: paise,
  driver_percent: optional(number),
  levies: optional(listOf(embedded(levyFields))),
};

export const cancelRuleFields = {
  /** A text in one language, or a text for each language, as in the file of the law. */
  rule: anything<LawText>(),
  percent: number,
  cap_paise: paise,
  customer_from: nullable(oneOf(['pending', 'accepted'])),
  driver_from: nullable(oneOf(['pending', 'accepted'])),
};

/** The rule of the fee for cancelling that applied when the booking was made. */
export type CancelRule = Stored<typeof cancelRuleFields>;

export const cancelFeeFields = { by: oneOf(['customer', 'driver']), amount_paise: paise };
