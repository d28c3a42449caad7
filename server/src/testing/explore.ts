/** A step that a world can take, by a name for the trace, and the world after it. */
export interface Move<W> {
  name: string;
  world: W;
}

export interface Exploration {
  /** How many different worlds can be reached. */
  worlds: number;
  /** The shortest sequence of steps that breaks an invariant, and that invariant; null if none does. */
  fault: { invariant: string; trace: string[] } | null;
}

/**
 * Visits every world that can be reached from `start`, breadth first, so that the first fault has the shortest trace.
 * `faultOf` returns the invariant that a world breaks, or null.
 */
export function explore<W>(
  start: W,
  movesOf: (world: W) => Move<W>[],
  faultOf: (world: W) => string | null,
): Exploration {
  const keyOf = (world: W) => JSON.stringify(world);
  const from = new Map<string, { key: string; name: string } | null>([[keyOf(start), null]]);
  let layer: W[] = [start];
  while (layer.length > 0) {
    const next: W[] = [];
    for (const world of layer) {
      const key = keyOf(world);
      const invariant = faultOf(world);
      if (invariant !== null) return { worlds: from.size, fault: { invariant, trace: traceTo(from, key) } };
      for (const { name, world: reached } of movesOf(world)) {
        const reachedKey = keyOf(reached);
        if (from.has(reachedKey)) continue;
        from.set(reachedKey, { key, name });
        next.push(reached);
      }
    }
    layer = next;
  }
  return { worlds: from.size, fault: null };
}

function traceTo(from: ReadonlyMap<string, { key: string; name: string } | null>, key: string): string[] {
  const trace: string[] = [];
  for (let step = from.get(key); step; step = from.get(step.key)) trace.unshift(step.name);
  return trace;
}
