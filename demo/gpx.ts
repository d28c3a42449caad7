import { SaxesParser } from 'saxes';
import { BadTrack, type RawPoint, timeOf } from './track-point';

/**
 * Reads the points of a GPX 1.0 or 1.1 file with any namespace prefix: those of its tracks or, without tracks, those of
 * its routes. Throws `BadTrack` for anything else.
 */
export function readGpx(xml: string, name: string): RawPoint[] {
  const reading = new GpxReading(name);
  const parser = new SaxesParser();
  parser.on('opentag', ({ name: tag, attributes }) => reading.open(localName(tag), attributes));
  parser.on('text', (text) => reading.text(text));
  parser.on('closetag', ({ name: tag }) => reading.close(localName(tag)));
  parser.on('error', (error) => {
    throw new BadTrack(`${name} is not well-formed XML (${error.message}).`);
  });
  parser.write(xml);
  const missing = reading.unclosed;
  if (missing) throw new BadTrack(`${name} ends in the middle: </${missing}> is missing.`);
  parser.close();
  return reading.points();
}

const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1);

class GpxReading {
  readonly #name: string;
  readonly #found = { trkpt: [] as RawPoint[], rtept: [] as RawPoint[] };
  #depth = 0;
  #root: string | null = null;
  #point: { lat: number; lng: number; depth: number; time: string | null } | null = null;
  #time: string | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  /** The name of the root element while the element is open; null once it is closed. */
  get unclosed(): string | null {
    return this.#depth > 0 ? this.#root : null;
  }

  open(tag: string, attributes: Record<string, string>): void {
    this.#depth += 1;
    if (this.#depth === 1) {
      this.#root = tag;
      if (tag.toLowerCase() !== 'gpx') throw new BadTrack(`${this.#name} is XML but not GPX: its root is not <gpx>.`);
    }
    if (tag === 'trkpt' || tag === 'rtept') {
      const index = this.#found[tag].length;
      const [lat, lng] = [this.#number(attributes, 'lat', index), this.#number(attributes, 'lon', index)];
      this.#point = { lat, lng, depth: this.#depth, time: null };
    }
    // A device's extensions may have separate times on deeper levels.
    if (tag === 'time' && this.#point?.depth === this.#depth - 1) this.#time = '';
  }

  text(text: string): void {
    if (this.#time !== null) this.#time += text;
  }

  close(tag: string): void {
    this.#depth -= 1;
    if (tag === 'time' && this.#point && this.#time !== null) {
      this.#point.time = this.#time;
      this.#time = null;
    }
    if ((tag === 'trkpt' || tag === 'rtept') && this.#point) {
      const { lat, lng, time } = this.#point;
      this.#found[tag].push({ lat, lng, time: timeOf(time) });
      this.#point = null;
    }
  }

  points(): RawPoint[] {
    return this.#found.trkpt.length > 0 ? this.#found.trkpt : this.#found.rtept;
  }

  #number(attributes: Record<string, string>, key: string, index: number): number {
    const found = attributes[key]?.trim();
    const value = found ? Number(found) : Number.NaN;
    if (Number.isFinite(value)) return value;
    const said = found === undefined ? 'has no' : `has "${found}" as`;
    throw new BadTrack(`Point ${index + 1} of ${this.#name} ${said} ${key}.`);
  }
}
