import { adminCommands } from './admin';
import { aggregateCommands } from './aggregate';
import { authenticationCommands } from './authentication';
import { collectionCommands } from './collections';
import { cursorCommands } from './cursor-commands';
import { register } from './dispatch';
import { explainCommands } from './explain';
import { findAndModifyCommands } from './find-and-modify';
import { helloCommands } from './hello';
import { indexCommands } from './indexes';
import { readCommands } from './read';
import { sessionCommands } from './sessions';
import { statisticsCommands } from './statistics';
import { validateCommands } from './validate';
import { writeCommands } from './write';

/** All commands of this server; any other name is code 59, CommandNotFound. */
export const commands = register([
  helloCommands,
  authenticationCommands,
  adminCommands,
  statisticsCommands,
  sessionCommands,
  readCommands,
  writeCommands,
  findAndModifyCommands,
  aggregateCommands,
  cursorCommands,
  explainCommands,
  collectionCommands,
  indexCommands,
  validateCommands,
]);
