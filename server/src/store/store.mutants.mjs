/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'clock: two comparisons have to agree',
    file: 'store/database-clock.ts',
    find: 'const mayStep = isFirst || (suspected !== null && agrees(suspected));',
    replace: 'const mayStep = true;',
    test: 'store/database-clock.test.ts',
  },
  {
    name: "clock: a node with a wrong clock uses the database's time",
    file: 'store/database-clock.ts',
    find: '  clock.correct(correction);\n',
    test: 'nodes.clock.test.ts',
  },
  {
    name: 'interruption: an ended connection accepts no command',
    file: 'store/connect.ts',
    find: '        connectionType: closedWhenEnded(),\n',
    test: 'store/driver-connection.test.ts',
  },
  {
    name: 'interruption: a write that waits on an ended connection fails',
    file: 'store/driver-connection.ts',
    find: "        socket.destroy(new Error('the database has ended the connection'));\n",
    test: 'store/driver-connection.test.ts',
    only: 'a command larger',
  },
  {
    name: 'documents: a write of an undeclared field throws',
    file: 'store/document.ts',
    find: "strict: 'throw', ",
    test: 'store/document.test.ts',
    only: 'throws in',
  },
  {
    name: 'documents: a filter on an undeclared field throws',
    file: 'store/document.ts',
    find: ", strictQuery: 'throw'",
    test: 'store/document.test.ts',
    only: 'a condition',
  },
  {
    name: 'documents: amounts are whole numbers',
    file: 'store/document.ts',
    find: '{ type: Number, validate: isWhole }',
    replace: '{ type: Number }',
    test: 'store/document.test.ts',
    only: 'a fraction of a paisa',
  },
];
