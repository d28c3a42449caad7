import { toRupees } from '@boli/shared/core/money';
import type { Pass } from '@boli/shared/pricing/pricing.schema';
import type { PassDocument } from './passes.model';

/** Presents a pass to the driver who bought it. */
export function presentPass(pass: PassDocument): Pass {
  return {
    id: pass._id,
    span: pass.span,
    price: toRupees(pass.price_paise),
    starts_at: pass.starts_at.toISOString(),
    ends_at: pass.ends_at.toISOString(),
    created_at: pass.created_at.toISOString(),
  };
}
