import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

/** A file system without rights, or another user's file, refuses: then {@link isPrivate} says so. */
function change(path: string, mode: number): void {
  if (modeOf(path) === mode) return;
  try {
    chmodSync(path, mode);
  } catch {
    // It stays as it is.
  }
}

/** Takes every right of other users off what is there. */
function tighten(path: string): void {
  change(path, modeOf(path) & ~OTHERS);
}

/** Whether no other user of the machine may read or write it. Windows has no such bits: its folders inherit their rights. */
export function isPrivate(path: string): boolean {
  return process.platform === 'win32' || (modeOf(path) & OTHERS) === 0;
}

/** Makes a folder that is its owner's alone (0700), whatever the umask; one that is there already is tightened. */
export function privateFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (made === undefined) tighten(folder);
  else change(folder, PRIVATE_FOLDER);
}

/** Makes an empty file that is its owner's alone (0600), whatever the umask; one that is there keeps its content. */
export function privateFile(path: string): void {
  if (existsSync(path)) {
    tighten(path);
    return;
  }
  closeSync(openSync(path, 'a', PRIVATE_FILE));
  change(path, PRIVATE_FILE);
}

/** Gives a socket that was just made to its owner alone (0600), whatever the umask. */
export function privateSocket(path: string): void {
  change(path, PRIVATE_FILE);
}
