/**
 * Resolves with the value of `answer`, or with false if that takes longer than this many milliseconds; a later value is
 * ignored. An answer that has arrived but waits for a busy event loop still counts.
 */
export async function within(answer: Promise<boolean>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, false), Math.max(milliseconds, 0));
  });
  const answered = await Promise.race([answer, limit]);
  clearTimeout(timer);
  return answered;
}
