import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DeviceFix } from '../../../core/geolocation';
import { type SharingPorts, startSharing } from './sharing';
import { memoryStore } from './trail';

const START = Date.parse('2026-11-21T04:30:00.000Z');

/** A sharing whose socket and HTTP connection can be cut by `line`; `out` lists what the server received. */
function aLine() {
  const line = { socket: true, rest: true, acknowledged: true, hidden: false };
  const out: string[] = [];
  const ports: SharingPorts = {
    isConnected: () => line.socket,
    emit: async (fix) => {
      out.push(`emit ${fix.lat}`);
      if (!line.acknowledged) throw new Error('no answer in time');
    },
    put: async (fix) => {
      if (!line.rest) throw new Error('offline');
      out.push(`put ${fix.lat}`);
    },
    track: async (points) => {
      if (!line.rest) throw new Error('offline');
      out.push(`track ${points.map((point) => point.lat).join(' ')}`);
    },
    store: memoryStore(),
    isHidden: () => line.hidden,
    now: Date.now,
  };
  return { line, out, sharing: startSharing(ports) };
}

const fix = (lat: number, at = Date.now()): DeviceFix => ({
  lat,
  lng: 77,
  heading: null,
  speed: null,
  accuracy: 5,
  recorded_at: new Date(at).toISOString(),
});

const tick = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  jest.useFakeTimers({ now: START });
});
afterEach(() => {
  jest.useRealTimers();
});

describe("sharing a driver's position", () => {
  test('sends at most one position per second, always the newest', async () => {
    const { out, sharing } = aLine();
    sharing.addFix(fix(1));
    sharing.addFix(fix(2));
    await tick(500);
    sharing.addFix(fix(3));
    expect(out).toEqual(['emit 1']);
    await tick(500);
    expect(out).toEqual(['emit 1', 'emit 3']);
    await tick(5_000);
    expect(out).toHaveLength(2);
  });

  test('uses HTTP while the socket is disconnected', async () => {
    const { line, out, sharing } = aLine();
    line.socket = false;
    sharing.addFix(fix(1));
    await tick(0);
    expect(out).toEqual(['put 1']);
  });

  test('queues undelivered fixes, and on reconnect sends the newest first, then the trail', async () => {
    const { line, out, sharing } = aLine();
    Object.assign(line, { socket: false, rest: false });
    for (const lat of [1, 2, 3]) {
      sharing.addFix(fix(lat));
      await tick(1_000);
    }
    expect(out).toEqual([]);
    Object.assign(line, { socket: true, rest: true });
    sharing.reconnected();
    await tick(0);
    expect(out).toEqual(['emit 3', 'track 1 2 3']);
  });

  test('adds a position that was never acknowledged to the trail', async () => {
    const { line, out, sharing } = aLine();
    line.acknowledged = false;
    sharing.addFix(fix(1));
    await tick(1_000);
    line.acknowledged = true;
    sharing.addFix(fix(2));
    await tick(1_000);
    expect(out).toEqual(['emit 1', 'emit 2', 'track 1']);
  });

  test('leaves the time of immediate fixes to the server, because the clock of a phone may be wrong', async () => {
    const sent: object[] = [];
    const ports = { track: async () => undefined, store: memoryStore(), isHidden: () => false, now: Date.now };
    const emit = async (fix: object) => sent.push(fix);
    const put = async (fix: object) => sent.push(fix);
    for (const isConnected of [() => true, () => false]) {
      startSharing({ ...ports, isConnected, emit, put }).addFix(fix(1));
      await tick(0);
    }
    const { recorded_at: _, ...undated } = fix(1);
    expect(sent).toEqual([undated, undated]);
  });

  test('never sends an old fix as the current position', async () => {
    const { out, sharing } = aLine();
    sharing.addFix(fix(1, START - 60_000));
    await tick(0);
    expect(out).toEqual([]);
    sharing.addFix(fix(2));
    await tick(1_000);
    expect(out).toEqual(['emit 2', 'track 1']);
  });

  test('queues at most 500 points, which include the first and the last one', async () => {
    const { line, out, sharing } = aLine();
    Object.assign(line, { socket: false, rest: false });
    for (let lat = 1; lat <= 700; lat += 1) {
      sharing.addFix(fix(lat));
      await tick(1_000);
    }
    Object.assign(line, { socket: true, rest: true });
    sharing.reconnected();
    await tick(0);
    const points =
      out
        .find((line) => line.startsWith('track'))
        ?.split(' ')
        .slice(1)
        .map(Number) ?? [];
    expect(points.length).toBeLessThanOrEqual(500);
    expect([points[0], points.at(-1)]).toEqual([1, 700]);
  });

  test('uploads the fixes that the phone itself sent for a hidden page, once the page is visible again', async () => {
    const { line, out, sharing } = aLine();
    sharing.addSentFix(fix(1));
    line.hidden = true;
    for (const lat of [2, 3]) sharing.addSentFix(fix(lat));
    sharing.addFix(fix(4));
    await tick(1_000);
    expect(out).toEqual(['emit 4']);
    line.hidden = false;
    sharing.returned();
    await tick(0);
    expect(out).toEqual(['emit 4', 'track 2 3']);
  });

  test('sends no position after stop, but uploads the queued trail on reconnect', async () => {
    const { line, out, sharing } = aLine();
    Object.assign(line, { socket: false, rest: false });
    sharing.addFix(fix(1));
    await tick(1_000);
    sharing.stop();
    Object.assign(line, { socket: true, rest: true });
    sharing.reconnected();
    await tick(1_000);
    expect(out).toEqual(['track 1']);
  });
});
