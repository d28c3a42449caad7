import { fileURLToPath } from 'node:url';

/** The folder that holds server, client and embedded store, from the sources and from the bundle alike. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
