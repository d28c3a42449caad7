/**
 * What was answered within that time, in milliseconds; false where nothing was. Nobody waits for a later answer. An answer
 * that waits behind a busy event loop is in time.
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
