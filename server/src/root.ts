import { fileURLToPath } from 'node:url';

/** The root folder of the project, whether this file runs from the sources or from the bundle. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
