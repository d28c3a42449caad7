import { fileURLToPath } from 'node:url';
import type { Engine } from './roads/engine';

/** The engine's folder beside this one, for the sources and for the built file alike. */
export const engine: Engine = { folder: fileURLToPath(new URL('../engine', import.meta.url)) };
