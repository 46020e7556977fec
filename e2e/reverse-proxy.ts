import { readFile } from 'node:fs/promises';
import {
  createServer,
  request as openRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { extname, join } from 'node:path';

/** What to do with a request: pass it on, or pass it on and drop its response. */
export type ProxyRule = 'pass' | 'lose the answer';

export type PassedRequest = {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  /** Whether the browser has received the response. */
  isAnswered: boolean;
};

/**
 * A reverse proxy in front of the server, with which a journey can cut the network, drop responses
 * and serve another build, without touching the server.
 */
export type ReverseProxy = {
  readonly address: string;
  /** From now on pages and scripts come from another build; the API remains the server's. */
  readonly serve: (buildFolder: string) => void;
  readonly rule: (decide: (request: PassedRequest) => ProxyRule) => void;
  /** API requests that have passed, in order. */
  readonly passed: readonly PassedRequest[];
  readonly open: () => Promise<void>;
  /** Stops all responses. */
  readonly shut: () => Promise<void>;
};

type State = { build: string | null; decide: (request: PassedRequest) => ProxyRule };

export async function startReverseProxy(serverAddress: string): Promise<ReverseProxy> {
  const server = new URL(serverAddress);
  const sockets = new Set<Socket>();
  const passed: PassedRequest[] = [];
  const state: State = { build: null, decide: () => 'pass' };
  const door = createServer((request, response) => {
    const path = request.url ?? '/';
    if (!isInterface(path) && state.build !== null)
      void sendFrom(server, state.build, path, response).catch(() => response.destroy());
    else pass(server, request, response, note(request, response, path, passed, state));
  });
  door.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  door.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
    joinSockets(server, request, socket, head),
  );
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => {
      door.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const bound = door.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    passed,
    serve: (folder) => {
      state.build = folder;
    },
    rule: (decide) => {
      state.decide = decide;
    },
    open: () => listen(port),
    shut: () =>
      new Promise((resolve) => {
        door.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

const isInterface = (path: string): boolean => /^\/(api|live|healthz|readyz)(\/|\?|$)/.test(path);

function note(
  { method = 'GET', headers }: IncomingMessage,
  response: ServerResponse,
  path: string,
  passed: PassedRequest[],
  state: State,
): ProxyRule {
  const key = headers['idempotency-key'];
  const request: PassedRequest = {
    method,
    path,
    key: typeof key === 'string' ? key : null,
    isAnswered: false,
  };
  response.once('finish', () => {
    request.isAnswered = true;
  });
  if (isInterface(path)) passed.push(request);
  return state.decide(request);
}

function pass(
  server: URL,
  request: IncomingMessage,
  response: ServerResponse,
  rule: ProxyRule,
): void {
  const inner = openRequest(
    {
      host: server.hostname,
      port: server.port,
      method: request.method,
      path: request.url,
      headers: request.headers,
    },
    (answer) => {
      if (rule === 'lose the answer') {
        answer.resume();
        answer.on('end', () => response.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  inner.on('error', () => response.destroy());
  request.pipe(inner);
}

function joinSockets(server: URL, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const inner = connect(Number(server.port), server.hostname, () => {
    const headers = request.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 ? [`${name}: ${all[index + 1] ?? ''}`] : [],
    );
    inner.write(
      `${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`,
    );
    inner.write(head);
    inner.pipe(socket).pipe(inner);
  });
  inner.on('error', () => socket.destroy());
  socket.on('error', () => inner.destroy());
  socket.on('close', () => inner.destroy());
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json',
  '.bin': 'application/octet-stream',
};

/**
 * Sends a file of the other build under the server's own policy. Addresses without a file get the
 * page, as usual.
 */
async function sendFrom(
  server: URL,
  folder: string,
  path: string,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(path, server);
  const type = TYPES[extname(pathname)];
  if (type !== undefined) {
    const body = await readFile(join(folder, pathname)).catch(() => null);
    const { headers } = await fetch(new URL('/sw.js', server));
    response.writeHead(body === null ? 404 : 200, {
      ...pickPolicy(headers),
      'content-type': type,
      'cache-control': 'no-cache',
    });
    response.end(body);
    return;
  }
  const page = await fetch(server, { headers: { accept: 'text/html' } });
  response.writeHead(200, {
    ...pickPolicy(page.headers),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  });
  response.end(await readFile(join(folder, 'index.html')));
}

const pickPolicy = (headers: Headers): OutgoingHttpHeaders =>
  Object.fromEntries(
    [
      'content-security-policy',
      'x-content-type-options',
      'referrer-policy',
      'cross-origin-opener-policy',
    ].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
