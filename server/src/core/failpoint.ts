/**
 * Kills this very process, as a power cut would, when `FAILPOINT` names the line that was reached. For crash tests: no
 * handler runs, nothing is flushed. Costs one comparison otherwise.
 */
export function failpoint(name: string): void {
  if (process.env.FAILPOINT === name) process.kill(process.pid, 'SIGKILL');
}
