import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** What is used here of the MongoDB driver's class `Connection`. */
interface Connection {
  /** Fails the operations that wait for an answer; the pool removes the connection. */
  destroy(): void;
}
type ConnectionClass = new (socket: Socket, options: object) => Connection;

/** An option that the MongoDB driver accepts and its types do not declare. */
export interface DriverOptions {
  connectionType: ConnectionClass;
}

/**
 * The MongoDB driver's connection class, changed to close as soon as the database has ended the connection. The driver
 * itself waits for the socket's 'close'; a command that it writes between 'end' and 'close' finds a destroyed socket and
 * waits for the 'drain' of that socket for ever.
 */
export function closedWhenEnded(): ConnectionClass {
  // The MongoDB driver that mongoose uses, in case several versions are installed.
  const ofMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
  const { Connection: Base } = ofMongoose('mongodb/lib/cmap/connection.js') as { Connection: ConnectionClass };
  return class extends Base {
    constructor(socket: Socket, options: object) {
      super(socket, options);
      socket.once('end', () => {
        // A command that is larger than the socket's buffer waits for 'drain'; the error makes it fail.
        socket.destroy(new Error('the database has ended the connection'));
        this.destroy();
      });
    }
  };
}
