import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  clientMessage,
  CONTRACT_VERSION,
  encodeDocument,
  LIVE_PATH,
  type RoomLive,
  type ServerMessage,
  type SessionReply,
  type WireDocument,
} from '@yamori/domain';
import { type WebSocket, WebSocketServer } from 'ws';

const DIST = fileURLToPath(new URL('../apps/web/dist', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/json',
};
const TICK_MS = 20;

export type WardServer = {
  readonly address: string;
  readonly changesSent: () => number;
  readonly close: () => void;
};

/**
 * Serves the built web application with rooms in memory that change at a steady rate, over the
 * product's contract.
 */
export async function openWardServer(
  roomCount: number,
  changesPerSecond: number,
): Promise<WardServer> {
  const ward = new Ward(roomCount);
  const http = createServer((request, response) => void answer(request, response));
  const sockets = new WebSocketServer({ server: http, path: LIVE_PATH, perMessageDeflate: false });
  sockets.on('connection', (socket) => ward.serve(socket, changesPerSecond));
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const bound = http.address();
  return {
    address: `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`,
    changesSent: () => ward.changesSent,
    close() {
      sockets.close();
      http.closeAllConnections();
      http.close();
    },
  };
}

class Ward {
  changesSent = 0;
  readonly #rooms: WireDocument[];
  #version = 0;

  constructor(count: number) {
    this.#rooms = Array.from({ length: count }, (_unused, index) => this.#room(index));
  }

  serve(socket: WebSocket, changesPerSecond: number): void {
    const send = (message: ServerMessage): void => socket.send(JSON.stringify(message));
    const listening = new Map<number, number>();
    socket.on('message', (data: Buffer) => {
      // Text arrives as a buffer whose content the contract defines.
      const message = clientMessage.parse(JSON.parse(data.toString('utf8')));
      if (message.type === 'hello')
        send({
          type: 'welcome',
          version: CONTRACT_VERSION,
          serverTime: new Date().toISOString(),
          userId: 'bench',
        });
      if (message.type === 'unsubscribe') listening.delete(message.id);
      if (message.type !== 'subscribe') return;
      // The board requests the rooms in use, and every room here is.
      const whole =
        message.target.kind === 'query' &&
        message.target.query.collection === 'room' &&
        message.target.query.filters.every(({ field }) => field.join('.') === 'archivedAt');
      const limit =
        whole && message.target.kind === 'query' ? (message.target.query.limit ?? 50) : 0;
      if (limit > 0) listening.set(message.id, limit);
      send({
        type: 'changes',
        id: message.id,
        reset: true,
        current: true,
        token: '1',
        changes: this.#rooms.slice(0, limit).map((document) => ({ kind: 'added', document })),
      });
    });
    const beat = setInterval(
      () => send({ type: 'beat', serverTime: new Date().toISOString() }),
      4000,
    );
    const changes = setInterval(
      () => this.#change(send, listening, (changesPerSecond * TICK_MS) / 1000),
      TICK_MS,
    );
    socket.on('close', () => {
      clearInterval(beat);
      clearInterval(changes);
    });
  }

  #change(
    send: (message: ServerMessage) => void,
    listening: ReadonlyMap<number, number>,
    count: number,
  ): void {
    for (const [id, limit] of listening) {
      const reached = Math.min(limit, this.#rooms.length);
      const changes = Array.from({ length: count }, () => {
        const index = Math.floor(Math.random() * reached);
        const document = this.#room(index);
        this.#rooms[index] = document;
        return { kind: 'modified' as const, document };
      });
      this.changesSent += changes.length;
      send({
        type: 'changes',
        id,
        reset: false,
        current: true,
        token: String(this.#version),
        changes,
      });
    }
  }

  #room(index: number): WireDocument {
    const now = new Date();
    const began = new Date(now.getTime() - (index % 90) * 60_000);
    const reading = (value: number) => ({ value, at: now, certainty: 1 });
    const live: RoomLive = {
      presence: index % 11 === 0 ? 'outOfBed' : 'inBed',
      presenceSince: began,
      sleepState: index % 5 === 0 ? 'awake' : 'asleep',
      sleepStateSince: began,
      heartRate: reading(50 + Math.random() * 40),
      respirationRate: reading(10 + Math.random() * 10),
      temperature: reading(34 + Math.random()),
      doubts: { heartRate: null, respirationRate: null },
      measures: ['heartRate', 'respirationRate', 'temperature'],
      posture: 'supine',
      postureAt: now,
      openAccidents: 0,
      accidents: [],
      lastFrameAt: now,
      fault: 'none',
      faultSince: began,
      faultSerial: null,
    };
    this.#version += 1;
    return encodeDocument({
      path: `room/r${index}`,
      createdAt: began,
      updatedAt: now,
      version: String(this.#version),
      data: {
        domainId: 'bench',
        rootDomainId: 'bench',
        name: `${String(index + 1).padStart(5, '0')}`,
        building: 'A',
        floor: String(index % 9),
        tags: [],
        capacity: 1,
        occupant: null,
        deviceSerials: [],
        sharedWith: [],
        viewId: null,
        parameterOverrides: {},
        archivedAt: null,
        live,
      },
    });
  }
}

const SESSION: SessionReply = {
  user: {
    providerId: 'email',
    displayName: 'bench',
    email: 'bench@demo.example',
    phoneNumber: null,
    photoURL: null,
    uid: 'bench',
    isEmailVerified: true,
    isAnonymous: false,
    loginProviders: [],
    accessLevel: 5,
    domainId: 'bench',
    rootDomainId: 'bench',
    singleTimeToken: null,
    mfas: [],
    signInTime: new Date(0).toISOString(),
  },
  hasOwnHome: false,
  reach: ['bench'],
  pending: null,
  ended: null,
  waysIn: {
    password: true,
    line: false,
    google: false,
    saml: false,
    passkey: false,
    anonymous: false,
    signUp: false,
    registerDomain: false,
    domainByMail: false,
    passwordReset: false,
  },
  demonstrationAccounts: [],
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const json = (body: unknown): void =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (path === '/api/session') return json(SESSION);
  if (path.startsWith('/api/')) return json({ documents: [] });
  const file = extname(path) === '' ? '/index.html' : path;
  try {
    const body = await readFile(`${DIST}${file}`);
    response
      .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
      .end(body);
  } catch {
    response.writeHead(404).end();
  }
}
