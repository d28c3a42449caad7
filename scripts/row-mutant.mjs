/** Makers of the entries of `scripts/rows/*.mjs`: a row of the specification, a file below a workspace's `src`, the code that makes the row true and what breaks it. */
const inWorkspace =
  (workspace) =>
  (row, file, find, replace = '') => ({ row, workspace, file, find, replace });

export const inClient = inWorkspace('client');
export const inServer = inWorkspace('server');
export const inShared = inWorkspace('shared');
