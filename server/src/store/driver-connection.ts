import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** What is used of the driver's class for one connection to a database. */
interface Connection {
  /** Fails what waits for an answer; the pool takes the connection out. */
  destroy(): void;
}
type ConnectionClass = new (socket: Socket, options: object) => Connection;

/** An option that the driver takes and its types do not name. */
export interface DriverOptions {
  connectionType: ConnectionClass;
}

/**
 * The driver's connection, closed as soon as the database has ended it. The driver itself waits for the socket's 'close';
 * a command that it writes between 'end' and 'close' meets a destroyed socket, whose 'drain' it awaits for ever.
 */
export function closedWhenEnded(): ConnectionClass {
  // The driver that mongoose uses, where several versions are installed.
  const ofMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
  const { Connection: Base } = ofMongoose('mongodb/lib/cmap/connection.js') as { Connection: ConnectionClass };
  return class extends Base {
    constructor(socket: Socket, options: object) {
      super(socket, options);
      socket.once('end', () => {
        // With an error, so that a command that waits for 'drain' fails; it may be larger than the socket's buffer.
        socket.destroy(new Error('the database has ended the connection'));
        this.destroy();
      });
    }
  };
}
