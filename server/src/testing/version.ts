import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root';

const run = promisify(execFile);

/** The built server of another commit. */
export interface BuiltVersion {
  program: string;
  /** Removes its worktree. */
  remove(): Promise<void>;
}

/**
 * Builds the server of a commit, branch or tag in a separate git worktree, with the installed packages of this checkout.
 * Rejects for a commit that this repository does not have, and for a build that fails: its output is in the `cause`.
 */
export async function buildVersion(name: string): Promise<BuiltVersion> {
  const commit = await commitOf(name);
  const folder = await mkdtemp(join(tmpdir(), 'boli-version-'));
  const tree = join(folder, 'tree');
  const remove = async () => {
    await run('git', ['worktree', 'remove', '--force', tree], { cwd: root }).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await run('git', ['worktree', 'add', '--detach', tree, commit], { cwd: root });
    for (const workspace of ['.', 'server', 'shared', 'embedded-mongo']) {
      const packages = join(root, workspace, 'node_modules');
      if (existsSync(packages)) await symlink(packages, join(tree, workspace, 'node_modules'));
    }
    await run(process.execPath, ['scripts/build.mjs', 'server'], { cwd: tree });
  } catch (error) {
    await remove();
    throw new Error(`the server of ${name} cannot be built`, { cause: error });
  }
  return { program: join(tree, 'server', 'dist', 'index.js'), remove };
}

async function commitOf(name: string): Promise<string> {
  const { stdout } = await run('git', ['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`], {
    cwd: root,
  }).catch((error: unknown) => {
    throw new Error(`this repository has no commit ${name}: name another, or fetch it (git fetch --unshallow)`, {
      cause: error,
    });
  });
  return stdout.trim();
}
