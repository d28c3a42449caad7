// The smallest hub without Socket.IO, on bare `ws`. It makes one JSON text of a message for all receivers of a room.
import { WebSocketServer } from 'ws';

const rooms = new Map();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('error', () => socket.terminate());
  socket.on('message', (data) => {
    const [event, payload] = JSON.parse(data);
    if (event === 'join') {
      for (const room of payload.rooms) {
        if (!rooms.has(room)) rooms.set(room, new Set());
        rooms.get(room).add(socket);
        socket.on('close', () => rooms.get(room).delete(socket));
      }
      return;
    }
    const text = JSON.stringify([event, payload]);
    for (const receiver of rooms.get(payload.booking_id) ?? []) receiver.send(text);
  });
});
server.on('listening', () => process.stdout.write(`${server.address().port}\n`));
