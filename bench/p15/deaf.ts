import { WebSocket } from 'ws';

/** A socket client that signs in, requests the list of open ride requests repeatedly, and does not read the replies. */
export interface DeafReader {
  /** Sends `rides:watch` once more. */
  ask(): void;
  end(): void;
}

/** Opens a deaf reader with a driver's token; the reader has stopped reading when the promise resolves. */
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
