import { fileURLToPath } from 'node:url';
import type { Engine } from './roads/engine';

/** The road engine. Its folder has the same path relative to the sources and to the built file. */
export const engine: Engine = { folder: fileURLToPath(new URL('../engine', import.meta.url)) };
