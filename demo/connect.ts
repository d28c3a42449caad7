import { RECONNECTION } from '@boli/shared/core/constants';
import type { ClientToServerEvents, ServerToClientEvents } from '@boli/shared/realtime/events';
import { io, type Socket } from 'socket.io-client';

export type AppSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** Connects, and later reconnects as the app does. Rejects if the server refuses the first connection. */
export async function connect(url: string, token: string): Promise<AppSocket> {
  const socket: AppSocket = io(url, {
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    ...RECONNECTION,
  });
  socket.on('server:stopping', () => socket.disconnect().connect());
  await new Promise<void>((resolve, reject) => {
    const refused = (error: Error) => {
      socket.disconnect();
      reject(error);
    };
    socket.once('connect_error', refused);
    socket.once('connect', () => {
      // From now on, the library repeats an attempt that fails.
      socket.off('connect_error', refused);
      resolve();
    });
  });
  return socket;
}
