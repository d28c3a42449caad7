import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CityFailed } from './city-failed';
import type { PhotonAnswer } from './places/photon';
import type { Places } from './places/place';
import { type Engine, isInstalled, isSupported } from './roads/engine';
import { routeQuery, serveCity } from './serve';

/** Tests a newly made city with one route and one place search. Throws `CityFailed` if one of them fails. */
export async function tryCity(folder: string, engine: Engine): Promise<void> {
  const { server, city, roads } = await serveCity(folder, engine);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  try {
    if (isSupported() && isInstalled(engine) && city.roads && !roads)
      throw new CityFailed('The extract holds no road for cars.');
    if (city.probe) {
      const answer = await fetch(`${url}/route`, { method: 'POST', body: routeQuery(city.probe) });
      if (!answer.ok) throw new CityFailed(`A route through the new city failed: ${await answer.text()}`);
    }
    const places: Places = JSON.parse(await readFile(join(folder, 'places.json'), 'utf8'));
    const [place] = places.places;
    if (!place) return;
    const answer = await fetch(`${url}/api?q=${encodeURIComponent(place.name)}`);
    const { features } = (await answer.json()) as PhotonAnswer;
    if (!answer.ok || features.length === 0)
      throw new CityFailed(`A search for "${place.name}" in the new city found nothing.`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
