import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { encodePolyline } from '@boli/shared/geo/polyline';
import { createHttpServer } from '../core/http-server';

/** A router of a test: straight roads on which free cars drive ten metres a second, answered as OSRM does. */
export interface RouterStub {
  readonly url: string;
  /** The ways that it was asked for. */
  readonly asked: { from: Point; to: Point }[];
  /** Says nothing from now on, or speaks again. */
  silent: boolean;
  start(): Promise<void>;
  /** Ends it with whatever is connected, as a process that is killed. */
  kill(): Promise<void>;
}

/** A router that listens at this port once it is started. */
export function routerStub(port: number): RouterStub {
  let close = async () => {};
  const stub: RouterStub = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    silent: false,
    async start() {
      const server = createHttpServer((request, response) => {
        const ends = /driving\/([-\d.]+),([-\d.]+);([-\d.]+),([-\d.]+)/.exec(request.url ?? '');
        const [fromLng = 0, fromLat = 0, toLng = 0, toLat = 0] = (ends ?? []).slice(1).map(Number);
        const [from, to] = [
          { lat: fromLat, lng: fromLng },
          { lat: toLat, lng: toLng },
        ];
        stub.asked.push({ from, to });
        if (stub.silent) return;
        const distance = distanceKm(from, to) * 1_000;
        const way = { distance, duration: distance / 10, geometry: encodePolyline([from, to]) };
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ code: 'Ok', routes: [way] }));
      });
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      close = async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      };
    },
    kill: () => close(),
  };
  return stub;
}
