import type { Sums } from './sums.model';

/** The sums of nothing. */
export const noSums: Sums = {
  rides: 0,
  price_paise: 0,
  fee_paise: 0,
  earnings_paise: 0,
  discount_paise: 0,
  settlements: 0,
  settlement_fee_paise: 0,
  settlement_paid_paise: 0,
  balance_paise: 0,
  ratings: 0,
  stars: 0,
  uses: 0,
};

/** Adds sums; `other` may lack some fields. */
export function added(one: Sums, other: Partial<Sums>): Sums {
  return {
    rides: one.rides + (other.rides ?? 0),
    price_paise: one.price_paise + (other.price_paise ?? 0),
    fee_paise: one.fee_paise + (other.fee_paise ?? 0),
    earnings_paise: one.earnings_paise + (other.earnings_paise ?? 0),
    discount_paise: one.discount_paise + (other.discount_paise ?? 0),
    settlements: one.settlements + (other.settlements ?? 0),
    settlement_fee_paise: one.settlement_fee_paise + (other.settlement_fee_paise ?? 0),
    settlement_paid_paise: one.settlement_paid_paise + (other.settlement_paid_paise ?? 0),
    balance_paise: one.balance_paise + (other.balance_paise ?? 0),
    ratings: one.ratings + (other.ratings ?? 0),
    stars: one.stars + (other.stars ?? 0),
    uses: one.uses + (other.uses ?? 0),
  };
}
