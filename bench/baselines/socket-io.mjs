// A bare Socket.IO hub: lets everybody in, and acknowledges every message with the same short answer.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer((_request, response) => response.end('{}'));
const hub = new Server(http, { transports: ['websocket'], serveClient: false, perMessageDeflate: false });
hub.on('connection', (socket) => {
  socket.conn.request = null;
  socket.use(([, , ack]) => ack?.({ ok: true }));
});
http.listen(0, '127.0.0.1', 4_096, () => process.stdout.write(`READY ${http.address().port}\n`));
