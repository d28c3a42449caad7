import type { Shift } from './spread';

/** Where a map draws a point, in pixels from its upper left corner. */
interface Drawn {
  x: number;
  y: number;
}

/** Half the size of a car's disc with a margin, in pixels. */
const CAR_PX = 20;
/** The letter of a pin with a margin: half its width, and its lower and upper edge above the pin's tip, in pixels. */
const LETTER = { half: 10, from: 21, to: 41 } as const;

const standing: Shift = [0, 0];

/**
 * The offset of a pin whose tip belongs at `pin`: a car that would cover the pin's letter lifts the pin until the tip
 * is above the car.
 */
export function pinLift(pin: Drawn, cars: readonly Drawn[]): Shift {
  const under = cars.filter(
    ({ x, y }) =>
      Math.abs(x - pin.x) < CAR_PX + LETTER.half && y + CAR_PX > pin.y - LETTER.to && y - CAR_PX < pin.y - LETTER.from,
  );
  if (under.length === 0) return standing;
  return [0, Math.round(Math.min(...under.map(({ y }) => y - CAR_PX - pin.y)))];
}
