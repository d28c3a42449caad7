import { readConfig } from '@boli/shared/app/app.endpoints';
import type { AppConfig } from '@boli/shared/app/app.schema';
import { presentFeeRule } from '@boli/shared/pricing/pricing.schema';
import type { Router } from 'express';
import { presentCity } from '../city/city';
import { route } from '../core/route';
import { lawOfFees, presentJurisdiction } from '../jurisdictions/jurisdiction';
import { adminSignup, feeRule, gatewayMode, hasMail, passPrices, settings, tileUrl } from '../settings';
import { VERSION } from '../version';

/** Mounts the configuration that clients read when they start. */
export function appRoutes(router: Router): void {
  route(router, readConfig, async () => presentConfig());
}

/** The configuration that a client needs when it starts; it contains no secrets. */
function presentConfig(): AppConfig {
  const now = settings();
  const city = presentCity();
  return {
    version: VERSION,
    city,
    map: {
      style_url: on(now.MAP_STYLE_URL),
      tile_url: on(tileUrl(now, city !== null)),
      attribution: now.MAP_ATTRIBUTION,
    },
    payment_gateway: gatewayMode(now),
    admin_signup: adminSignup(now),
    password_min_length: now.PASSWORD_MIN_LENGTH,
    mail: hasMail(now),
    require_driver_verification: now.REQUIRE_DRIVER_VERIFICATION,
    pricing: {
      model: now.PRICING_MODEL,
      fee_rule: presentFeeRule({ ...feeRule(now), ...lawOfFees() }),
      passes: passPrices(now),
    },
    jurisdiction: presentJurisdiction(),
    limits: {
      max_open_requests: now.MAX_OPEN_REQUESTS,
      ride_request_ttl_min: now.RIDE_REQUEST_TTL_MIN,
      booking_answer_ttl_min: now.BOOKING_ANSWER_TTL_MIN,
    },
  };
}

function on(setting: string | undefined): string | null {
  return setting && setting !== 'off' ? setting : null;
}
