/** The guards that the tests of this folder hold; `scripts/mutants.mjs` takes each out once. */
export const mutants = [
  {
    name: 'interruption: an ended connection takes no command',
    file: 'store/connect.ts',
    find: '        connectionType: closedWhenEnded(),\n',
    test: 'store/driver-connection.test.ts',
  },
  {
    name: 'interruption: a write that waits on an ended connection goes on waiting',
    file: 'store/driver-connection.ts',
    find: "        socket.destroy(new Error('the database has ended the connection'));\n",
    test: 'store/driver-connection.test.ts',
    only: 'larger than the buffers',
  },
  {
    name: 'documents: a write of a field that is not declared',
    file: 'store/document.ts',
    find: "strict: 'throw', ",
    test: 'store/document.test.ts',
    only: 'not declared throws',
  },
  {
    name: 'documents: a condition on a field that is not declared',
    file: 'store/document.ts',
    find: ", strictQuery: 'throw'",
    test: 'store/document.test.ts',
    only: 'a condition',
  },
  {
    name: 'documents: amounts are whole',
    file: 'store/document.ts',
    find: '{ type: Number, validate: isWhole }',
    replace: '{ type: Number }',
    test: 'store/document.test.ts',
    only: 'a part of a paisa',
  },
];
