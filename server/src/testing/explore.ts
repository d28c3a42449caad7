/** A step that is possible in a state: its name in the trace, and the state after it. */
export interface Move<S> {
  name: string;
  state: S;
}

export interface Exploration {
  /** How many different states were found: all that can be reached, or those up to the violation. */
  states: number;
  /** The shortest sequence of steps that breaks an invariant, and that invariant; null if none does. */
  violation: { invariant: string; trace: string[] } | null;
}

/**
 * Visits every state that can be reached from `start`, breadth first, so that the first violation has the shortest
 * trace. `violationOf` returns the invariant that a state breaks, or null.
 */
export function explore<S>(
  start: S,
  movesOf: (state: S) => Move<S>[],
  violationOf: (state: S) => string | null,
): Exploration {
  const keyOf = (state: S) => JSON.stringify(state);
  const from = new Map<string, { key: string; name: string } | null>([[keyOf(start), null]]);
  let layer: S[] = [start];
  while (layer.length > 0) {
    const next: S[] = [];
    for (const state of layer) {
      const key = keyOf(state);
      const invariant = violationOf(state);
      if (invariant !== null) return { states: from.size, violation: { invariant, trace: traceTo(from, key) } };
      for (const { name, state: reached } of movesOf(state)) {
        const reachedKey = keyOf(reached);
        if (from.has(reachedKey)) continue;
        from.set(reachedKey, { key, name });
        next.push(reached);
      }
    }
    layer = next;
  }
  return { states: from.size, violation: null };
}

function traceTo(from: ReadonlyMap<string, { key: string; name: string } | null>, key: string): string[] {
  const trace: string[] = [];
  for (let step = from.get(key); step; step = from.get(step.key)) trace.unshift(step.name);
  return trace;
}
