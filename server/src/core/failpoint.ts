/**
 * Kills this process, as a power failure would, if the environment variable `FAILPOINT` is this name. For crash tests:
 * no handler runs, nothing is flushed. Costs one comparison otherwise.
 */
export function failpoint(name: string): void {
  if (process.env.FAILPOINT === name) process.kill(process.pid, 'SIGKILL');
}
