const warned = new Set<string>();

/**
 * Returns the handler of a failure that is not shown to the user because there is a fallback: it is logged for
 * developers, once for each `cause`, which names what was tried.
 */
export function logged(cause: string): (error: unknown) => undefined {
  return (error) => {
    if (!warned.has(cause)) {
      warned.add(cause);
      console.warn(`${cause} failed`, error);
    }
    return undefined;
  };
}
