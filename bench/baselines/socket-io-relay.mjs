// The baseline of a hub: bare Socket.IO, websocket only, without compression. Whoever joins a room receives what is sent
// to it; nothing is checked. A client that asks for an acknowledgement gets an empty one.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer();
const io = new Server(http, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });
io.on('connection', (socket) => {
  socket.on('join', ({ rooms }, done) => {
    socket.join(rooms);
    done?.({});
  });
  socket.on('booking:location', (position, done) => {
    io.to(position.booking_id).emit('booking:location', position);
    done?.({});
  });
});
http.listen(0, '127.0.0.1', () => process.stdout.write(`${http.address().port}\n`));
