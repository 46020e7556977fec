import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { Aedes } from 'aedes';
import { WebSocketServer, type WebSocket } from 'ws';

/**
 * The baseline of S3: the same broker and socket library with nothing in between. Without sign-in,
 * checks or storage, it forwards each message to every socket that subscribed to its topic.
 */
const [port, mqttPort] = process.argv.slice(2).map(Number);
const watchers = new Map<string, Set<WebSocket>>();
const broker = await Aedes.createBroker({
  authorizePublish: (_client, packet, done) => {
    for (const socket of watchers.get(packet.topic) ?? [])
      socket.send(packet.payload, { binary: true });
    done(null);
  },
});
createTcpServer(broker.handle).listen(mqttPort, '127.0.0.1');
const http = createServer();
new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) => {
  socket.on('message', (topic) => {
    const name = Buffer.isBuffer(topic) ? topic.toString('utf8') : '';
    watchers.set(name, (watchers.get(name) ?? new Set()).add(socket));
  });
});
http.listen(port, '127.0.0.1', () => process.send?.({ kind: 'ready' }));
