import { WebSocket } from 'ws';

/** A client that signs in, requests the open requests repeatedly, and does not read the answers. */
export interface DeafReader {
  /** Sends the request once more. */
  ask(): void;
  end(): void;
}

/** Opens a deaf reader of the account; it has stopped reading when the promise resolves. */
export async function openDeafReader(url: string, token: string): Promise<DeafReader> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      if (text.startsWith('40')) resolve();
    });
  });
  socket.on('error', () => undefined);
  socket.pause();
  return {
    ask: () => socket.readyState === WebSocket.OPEN && socket.send('421["rides:watch",{}]'),
    end: () => socket.terminate(),
  };
}
