/**
 * Functions that make an entry of `scripts/rows/*.mjs` from a row of the specification, a file below a workspace's `src`,
 * the code that makes the row true, and the code that replaces it.
 */
const inWorkspace =
  (workspace) =>
  (row, file, find, replace = '') => ({ row, workspace, file, find, replace });

export const inClient = inWorkspace('client');
export const inServer = inWorkspace('server');
export const inShared = inWorkspace('shared');
