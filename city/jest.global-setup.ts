import { engine } from './src/engine-here';
import { install, isInstalled, isSupported } from './src/roads/engine';

/** The tests of roads need the engine, which is not a dependency: it is installed once, from its own lock file. */
export default async function setup(): Promise<void> {
  if (isSupported() && !isInstalled(engine)) await install(engine);
}
