import { createRating } from '@boli/shared/ratings/ratings.endpoints';
import type { Router } from 'express';
import { read as readBooking } from '../bookings/bookings.service';
import { once } from '../core/idempotency';
import { route } from '../core/route';
import { presentRating } from './ratings.presenter';
import * as ratings from './ratings.service';

/** Mounts the rating of a ride. */
export function ratingRoutes(router: Router): void {
  route(router, createRating, async ({ actor, body, request }) =>
    presentRating(
      await once(actor, 'ratings', {
        key: request.get('Idempotency-Key'),
        body,
        operation: {
          run: (id) => ratings.rate(actor, body, id),
          idOf: ({ _id }) => _id,
          again: (id) => readBooking(actor, id),
        },
      }),
    ),
  );
}
