import { createServer, request as openRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';

/**
 * Stands before the server as a proxy does, so that a journey can take the network away and bring a new version of
 * the service worker, without touching the server.
 */
export type FrontDoor = {
  readonly address: string;
  /** From now on the service worker is one of another version. */
  readonly bringNewVersion: () => void;
  readonly open: () => Promise<void>;
  /** Nothing answers any more. */
  readonly shut: () => Promise<void>;
};

export async function startFrontDoor(serverAddress: string): Promise<FrontDoor> {
  const server = new URL(serverAddress);
  const sockets = new Set<Socket>();
  const state = { newVersion: false };
  const door = createServer((request, response) => pass(server, request, response, state.newVersion));
  door.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  door.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const inner = connect(Number(server.port), server.hostname, () => {
      const headers = request.rawHeaders.flatMap((name, index, all) => (index % 2 === 0 ? [`${name}: ${all[index + 1] ?? ''}`] : []));
      inner.write(`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      inner.write(head);
      inner.pipe(socket).pipe(inner);
    });
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
    socket.on('close', () => inner.destroy());
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => { door.listen(port, '127.0.0.1', resolve); });
  await listen(0);
  const bound = door.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    bringNewVersion: () => { state.newVersion = true; },
    open: () => listen(port),
    shut: () => new Promise((resolve) => {
      door.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    }),
  };
}

function pass(server: URL, request: IncomingMessage, response: ServerResponse, newVersion: boolean): void {
  const changed = newVersion && request.url === '/sw.js';
  const headers = changed ? { ...request.headers, 'accept-encoding': 'identity', 'if-none-match': '' } : request.headers;
  const inner = openRequest({ host: server.hostname, port: server.port, method: request.method, path: request.url, headers }, (answer) => {
    const { 'content-length': _length, ...rest } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, changed ? rest : answer.headers);
    if (changed) void textOf(answer).then((script) => response.end(renamed(script)));
    else answer.pipe(response);
  });
  inner.on('error', () => response.destroy());
  request.pipe(inner);
}

/** The same worker as of another build: its cache has another name. */
const renamed = (script: string): string => script.replace(/shell-[0-9a-f]{12}/, 'shell-000000000000');

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of answer) text += String(part);
  return text;
}
