import {
  answerCounter,
  counterQuote,
  createQuote,
  listQuotes,
  withdrawQuote,
} from '@boli/shared/rides/quotes.endpoints';
import { listRides, readRide } from '@boli/shared/rides/rides.endpoints';
import type { Near, RidesQuery } from '@boli/shared/rides/rides.schema';
import type { Router } from 'express';
import type { z } from 'zod';
import { once } from '../core/idempotency';
import { Answer, page, route } from '../core/route';
import * as counterOffers from './counter-offers.service';
import { presentOneRide, presentQuote, presentRides, quoteContext } from './quotes.presenter';
import * as quotes from './quotes.service';
import * as rides from './rides.service';

/** Mounts the calls on quotes, and the lists and single reads of ride requests, which contain quotes. */
export function quoteRoutes(router: Router): void {
  route(router, listRides, async ({ actor, query }) => {
    const { limit, before } = query;
    const near = nearOf(query);
    const { rows, total } = await rides.list(actor, { limit, before, near });
    return page(await presentRides(actor, rows, near), total);
  });
  route(router, readRide, async ({ actor, params }) => presentOneRide(actor, await rides.read(actor, params.id)));
  route(router, listQuotes, async ({ actor, params }) => {
    const { ride, quotes: shown } = await quotes.onRide(actor, params.id);
    const context = await quoteContext(shown);
    return page(
      shown.map((quote) => presentQuote(quote, ride, context, actor.id)),
      shown.length,
    );
  });
  route(router, createQuote, async ({ actor, body, request }) => {
    const { ride, quote, repeated, profile } = await once(actor, 'quotes', {
      key: request.get('Idempotency-Key'),
      body,
      operation: {
        run: (id) => quotes.offer(actor, body, id),
        idOf: ({ quote: { _id } }) => _id,
        again: (id, operationId) => quotes.offered(actor, id, operationId),
      },
    });
    return new Answer(presentQuote(quote, ride, await quoteContext([quote], profile), actor.id), { repeated });
  });
  route(router, counterQuote, async ({ actor, params, body }) => {
    const { ride, quote } = await counterOffers.ask(actor, params.id, body.price);
    return presentQuote(quote, ride, await quoteContext([quote]), actor.id);
  });
  route(router, answerCounter, async ({ actor, params, body }) => {
    const { ride, quote, profile } = await counterOffers.answer(actor, params.id, body.answer);
    return presentQuote(quote, ride, await quoteContext([quote], profile), actor.id);
  });
  route(router, withdrawQuote, async ({ actor, params }) => {
    const { ride, quote } = await quotes.withdraw(actor, params.id);
    return presentQuote(quote, ride, await quoteContext([quote]), actor.id);
  });
}

/** The circle of a driver's query; null when one of its three numbers is missing. */
function nearOf({ lat, lng, radius_km }: z.output<typeof RidesQuery>): Near | null {
  if (lat === undefined || lng === undefined || radius_km === undefined) return null;
  return { lat, lng, radius_km };
}
