/** The rows of screens and routes; the fields are explained in row-mutants.list.d.mts. */
export const screens = [
  {
    row: 'S1',
    workspace: 'client',
    file: 'app/Router.tsx',
    find: '<Navigate to="/" replace /> : children',
    replace: 'children : children',
  },
];
