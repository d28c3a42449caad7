import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

/** Changes permissions as far as the file system allows; {@link isPrivate} reports whether that was enough. */
function change(path: string, mode: number): void {
  if (modeOf(path) === mode) return;
  try {
    chmodSync(path, mode);
  } catch {
    // A file system without permissions, or another user's file.
  }
}

/** Removes all permissions of other users. */
function tighten(path: string): void {
  change(path, modeOf(path) & ~OTHERS);
}

/** Whether no other user of the machine may use the path. Always true on Windows, which has no such permission bits. */
export function isPrivate(path: string): boolean {
  return process.platform === 'win32' || (modeOf(path) & OTHERS) === 0;
}

/** Creates a folder with mode 0700, whatever the umask; removes other users' permissions if the folder exists. */
export function privateFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (made === undefined) tighten(folder);
  else change(folder, PRIVATE_FOLDER);
}

/** Creates an empty file with mode 0600, whatever the umask; an existing file keeps its content. */
export function privateFile(path: string): void {
  if (existsSync(path)) {
    tighten(path);
    return;
  }
  closeSync(openSync(path, 'a', PRIVATE_FILE));
  change(path, PRIVATE_FILE);
}

/** Sets mode 0600 on a socket that was just created, whatever the umask. */
export function privateSocket(path: string): void {
  change(path, PRIVATE_FILE);
}
