import type { Durability } from './storage/environment';

/** What the command line asks for. */
export type Settings = {
  wants: 'start' | 'version' | 'help';
  /** Stop when standard input ends: the parent process is gone. */
  parentStdin: boolean;
  options: {
    dbPath: string;
    port: number;
    host: string;
    durability: Durability;
    lockWaitMs: number;
    expiryMs?: number;
  };
};

/** A command line that cannot be understood, as a sentence. */
export type Fault = { fault: string };

export const USAGE = `Usage: store --port N --dbpath DIR [options]
  --port N           port to listen on; 0 takes a free one (default 27017)
  --dbpath DIR       folder of the data (default ./data/store)
  --bind_ip HOST     address to listen on (default 127.0.0.1)
  --durability KIND  disk (default): a write is answered once it is on the disk; memory: the system writes when it likes
  --lock-wait MS     how long to wait for another process to let go of the folder (default 0)
  --ttl-ms MS        how often documents past their time are removed (default 60000)
  --parent-stdin     stop when standard input ends
  --version, --help
mongod's other flags are accepted and have no effect.`;

/** Flags of mongod that stand alone; any other unknown flag may be followed by its value. */
function takeFlags(words: readonly string[]): Map<string, string> {
  const flags = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) continue;
    const [name = '', inline] = word.replace(/^--?/, '').split(/=(.*)/s);
    const next = words[at + 1];
    const value = inline ?? (next !== undefined && !next.startsWith('--') ? next : undefined);
    flags.set(name, value ?? '');
  }
  return flags;
}

function wholeNumber(flags: Map<string, string>, name: string, fallback: number): number {
  const text = flags.get(name);
  return text === undefined ? fallback : /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Reads the command line of the store, which is also given mongod's flags by tools that think it is mongod. */
export function parseCommandLine(words: readonly string[]): Settings | Fault {
  const flags = takeFlags(words);
  const wants = flags.has('version') ? 'version' : flags.has('help') || flags.has('h') ? 'help' : 'start';
  const port = wholeNumber(flags, 'port', 27017);
  if (!(port <= 65_535)) return { fault: `--port ${flags.get('port')} is not a port: give a number from 0 to 65535.` };
  const lockWaitMs = wholeNumber(flags, 'lock-wait', 0);
  const expiryMs = wholeNumber(flags, 'ttl-ms', 60_000);
  if (Number.isNaN(lockWaitMs) || !(expiryMs > 0))
    return { fault: '--lock-wait and --ttl-ms take milliseconds, as in --lock-wait 5000.' };
  const durability = flags.get('durability') ?? 'disk';
  if (durability !== 'disk' && durability !== 'memory')
    return { fault: `--durability ${durability} is unknown: use disk or memory.` };
  const dbPath = flags.get('dbpath') || './data/store';
  const host = (flags.get('bind_ip') || '127.0.0.1').split(',')[0] ?? '127.0.0.1';
  const parentStdin = flags.has('parent-stdin');
  return { wants, parentStdin, options: { dbPath, port, host, durability, lockWaitMs, expiryMs } };
}
