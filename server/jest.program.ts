/** The bundled server that the tests of this run start, from the root. */
export const testedProgram = `server/dist/tested-${process.pid}.js`;
