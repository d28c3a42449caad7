import { describe, expect, test } from '@jest/globals';
import { laneFor } from './toast-lane';

const KEPT = 100;

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

describe('the place of a toast', () => {
  test('is the upper edge if nothing has to stay uncovered', () => {
    expect(laneFor(phone, { width: 366, height: 56 }, [12], [])).toEqual({ top: 4, right: 12 });
    expect(laneFor(desktop, { width: 384, height: 56 }, [316, 4], [])).toEqual({ top: 8, right: 316 });
  });

  test('is under the header of a dialog that fills the screen', () => {
    const head = { left: 0, top: 0, right: 390, bottom: 56, cost: KEPT };
    expect(laneFor(phone, { width: 366, height: 56 }, [12], [head])).toEqual({ top: 56, right: 12 });
  });

  test('is beside a dialog that reaches into the header of the desktop', () => {
    const head = { left: 400, top: 32, right: 880, bottom: 88, cost: KEPT };
    expect(laneFor(desktop, { width: 384, height: 56 }, [316, 4], [head])).toEqual({ top: 8, right: 4 });
  });

  test('is above a dialog of the desktop that begins below the header, against the upper edge', () => {
    const head = { left: 60, top: 53, right: 1220, bottom: 109, cost: KEPT };
    expect(laneFor(desktop, { width: 384, height: 48 }, [316, 4], [head])).toEqual({ top: 4, right: 316 });
  });

  test('is the free part of the map between header and sheet, so that nothing to be read or pressed is covered', () => {
    const head = { left: 8, top: 8, right: 382, bottom: 64, cost: KEPT };
    const pin = { left: 180, top: 90, right: 220, bottom: 140, cost: 4 };
    const field = { left: 16, top: 400, right: 374, bottom: 448, cost: 4 };
    expect(laneFor(phone, { width: 366, height: 56 }, [12], [head, pin, field])).toEqual({ top: 144, right: 12 });
  });

  test('is over a paragraph rather than over a field, and over either rather than over a title', () => {
    const title = { left: 0, top: 0, right: 390, bottom: 60, cost: KEPT };
    const field = { left: 0, top: 60, right: 390, bottom: 400, cost: 4 };
    const words = { left: 0, top: 400, right: 390, bottom: 844, cost: 1 };
    expect(laneFor(phone, { width: 366, height: 56 }, [12], [title, field, words]).top).toBe(400);
  });

  test('is below the pressed button; if every place covers something, it is the upper edge', () => {
    const button = { left: 16, top: 2, right: 200, bottom: 50, cost: KEPT };
    expect(laneFor(phone, { width: 366, height: 56 }, [12], [button])).toEqual({ top: 56, right: 12 });
    const all = { left: 0, top: 0, right: 390, bottom: 844, cost: KEPT };
    expect(laneFor(phone, { width: 366, height: 56 }, [12], [all])).toEqual({ top: 4, right: 12 });
  });
});
