import type { Durability } from './storage/environment';
import type { FileIdentity } from './storage/file-watch';

/** The parsed command line. */
export type Settings = {
  mode: 'start' | 'verify' | 'version' | 'help';
  /** Stop when standard input ends, because the parent process has ended. */
  parentStdin: boolean;
  options: {
    dbPath: string;
    port?: number;
    host: string;
    socket?: string;
    expected?: FileIdentity;
    durability: Durability;
    lockWaitMs: number;
    expiryMs?: number;
    scrubMs?: number;
  };
};

/** An invalid command line; `error` is the sentence for the person who typed it. */
export type CommandLineError = { error: string };

export const USAGE = `Usage: store [--dbpath DIR] [options]
  --dbpath DIR       folder of the data (default ./data/store)
  --port N           listen by TCP on this port, 0 for a free one; without --port the store listens on a Unix socket in
                     the folder, for the current user only. Whoever can reach the port may read and write everything, unless
                     STORE_SECRET is set in the environment: clients then sign in with it (as boli, by SCRAM-SHA-256)
  --bind_ip HOST     address to listen on by TCP (default 127.0.0.1)
  --socket PATH      path of the Unix socket, *.sock, in a folder that only the current user can enter
  --verify           read everything, report what is damaged, and exit with 0 if nothing is, else with 1
  --same-file D:I    refuse a folder whose data file is not the one of this device and inode
  --durability KIND  disk (default): a write is acknowledged once it is on the disk; memory: before it is on the disk
  --lock-wait MS     how long to wait for another process to release the folder (default 0)
  --ttl-ms MS        the time between two removals of expired documents (default 60000)
  --scrub-ms MS      the time between two checks of the whole file (default 600000)
  --parent-stdin     stop when standard input ends
  --version, --help
mongod's other flags are accepted and have no effect.`;

/** Reads `--name value` and `--name=value`; a flag that is followed by another flag has an empty value. */
function parseFlags(words: readonly string[]): Map<string, string> {
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

function modeOf(flags: Map<string, string>): Settings['mode'] {
  if (flags.has('version')) return 'version';
  if (flags.has('help') || flags.has('h')) return 'help';
  return flags.has('verify') ? 'verify' : 'start';
}

/** Parses `device:inode`; undefined if it is not given, null if it has another form. */
function identityOf(text: string | undefined): FileIdentity | null | undefined {
  if (text === undefined) return undefined;
  const [, device, inode] = /^(\d+):(\d+)$/.exec(text) ?? [];
  return device === undefined ? null : { device: Number(device), inode: Number(inode) };
}

/** Parses the store's command line. Tools that start it as mongod pass mongod's flags too, which are ignored. */
export function parseCommandLine(words: readonly string[]): Settings | CommandLineError {
  const flags = parseFlags(words);
  const mode = modeOf(flags);
  const port = flags.has('port') ? wholeNumber(flags, 'port', 0) : undefined;
  if (port !== undefined && !(port <= 65_535))
    return { error: `--port ${flags.get('port')} is not a port: give a number from 0 to 65535.` };
  const lockWaitMs = wholeNumber(flags, 'lock-wait', 0);
  const expiryMs = wholeNumber(flags, 'ttl-ms', 60_000);
  const scrubMs = wholeNumber(flags, 'scrub-ms', 600_000);
  if (Number.isNaN(lockWaitMs) || !(expiryMs > 0) || !(scrubMs > 0))
    return { error: '--lock-wait, --ttl-ms and --scrub-ms take milliseconds, as in --lock-wait 5000.' };
  const durability = flags.get('durability') ?? 'disk';
  if (durability !== 'disk' && durability !== 'memory')
    return { error: `--durability ${durability} is unknown: use disk or memory.` };
  const dbPath = flags.get('dbpath') || './data/store';
  const host = (flags.get('bind_ip') || '127.0.0.1').split(',')[0] ?? '127.0.0.1';
  const parentStdin = flags.has('parent-stdin');
  const socket = flags.get('socket');
  const expected = identityOf(flags.get('same-file'));
  if (expected === null) return { error: '--same-file takes a device and an inode, as in --same-file 2049:131.' };
  const place = { ...(port !== undefined && { port }), ...(socket && { socket }), ...(expected && { expected }) };
  return { mode, parentStdin, options: { dbPath, ...place, host, durability, lockWaitMs, expiryMs, scrubMs } };
}
