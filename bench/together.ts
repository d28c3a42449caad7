/** Calls `make` for each number below `count`, at most 40 at the same time; resolves with the results in order. */
export async function together<T>(count: number, make: (nth: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const nth = next++;
      made[nth] = await make(nth);
    }
  };
  await Promise.all(Array.from({ length: 40 }, work));
  return made;
}
