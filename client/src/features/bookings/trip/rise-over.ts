type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** The distance in pixels that is kept from a pin or a car: the wedge of a car reaches beyond its box. */
const GAP_PX = 10;
/**
 * A box that would have to rise by more pixels than this stays where it is: otherwise it would be under the header,
 * or far from where it belongs.
 */
const MOST_PX = 160;

/** How many pixels a box has to rise so that it covers none of the `pins`; 0 if there is no such place near it. */
export function riseOver({ left, top, right, bottom }: Box, pins: readonly Box[]): number {
  const across = pins.filter((pin) => pin.left < right + GAP_PX && pin.right > left - GAP_PX);
  const isCovered = (rise: number) => (pin: Box) =>
    pin.top < bottom - rise + GAP_PX && pin.bottom > top - rise - GAP_PX;
  let rise = 0;
  for (let under = across.find(isCovered(0)); under; under = across.find(isCovered(rise)))
    rise = bottom + GAP_PX - under.top;
  return rise > MOST_PX ? 0 : rise;
}
