import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { ProblemError, type Actor, type Problem } from '@yamori/domain';
import { isTemporary } from '../database/database-problem.ts';
import { withDeadline } from '../database/request-deadline.ts';
import { createConcurrencyLimit } from '../limits.ts';
import { hasSeveralHosts, isFromOwnPage, isOwnHost, type RequestAddress } from './origin-check.ts';
import type { RequestSession, SessionLookup } from './request-actor.ts';

/** Application close codes are 4000-4999. */
export const SESSION_ENDED_CODE = 4401;
/** The member's rights changed: reconnect to use the new ones. */
export const RIGHTS_CHANGED_CODE = 4403;
export const TOO_MANY_SOCKETS_CODE = 4429;
export const SERVER_STOPS_CODE = 1001;
/** This server cannot deliver new data; another may. */
export const TRY_AGAIN_CODE = 1013;

const MAX_MESSAGE_BYTES = 1024 * 1024;
/**
 * Reduced rights take effect within this interval plus two seconds of session cache, even without a
 * message on the Bus.
 */
const RECHECK_INTERVAL_MS = 2_500;
/** Consecutive failed checks before sockets close; a database restart is shorter. */
const MAX_AWAY_CHECKS = 3;
/** The connection is terminated after this; unsent data would not arrive any more. */
const CLOSE_TIMEOUT_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;

type SocketHandler = (socket: WebSocket, request: IncomingMessage, actor: Actor) => void;

export type SocketOptions = {
  readonly lookupSession: SessionLookup;
  /**
   * Calls back with the user whose sessions or rights changed; returns a function to unsubscribe.
   */
  readonly onSessionsChanged: (changed: (userId: string) => void) => () => void;
  readonly publicOrigin: string | null;
  readonly listenHost?: string | undefined;
  readonly isDatabaseAway?: (() => boolean) | undefined;
  readonly perMember: number;
  readonly perServer: number;
};

type OpenSocket = {
  readonly socket: WebSocket;
  readonly cookies: string;
  readonly session: RequestSession;
};

/**
 * WebSocket at `path` for signed-in members. Closes a socket when its session ends or its rights
 * change.
 */
export function registerSocket(
  server: FastifyInstance,
  path: string,
  options: SocketOptions,
  handler: SocketHandler,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  const open = new Set<OpenSocket>();
  const acquire = createConcurrencyLimit({
    server: options.perServer,
    member: options.perMember,
  });

  const accept = async (request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> => {
    const retryAfterSeconds = server.countUpgrade(request);
    if (retryAfterSeconds > 0) {
      answer(raw, '429 Too Many Requests', { code: 'limit-rate', retryAfterSeconds });
      return;
    }
    if (hasSeveralHosts(request)) {
      answer(raw, '400 Bad Request', { code: 'request-invalid' });
      return;
    }
    const address: RequestAddress = { host: request.headers.host, protocol: getProtocol(request) };
    if (!isOwnHost(address, options)) {
      answer(raw, '421 Misdirected Request', { code: 'host-misdirected' });
      return;
    }
    if (!isFromOwnPage(request.headers, address, options)) {
      answer(raw, '403 Forbidden');
      return;
    }
    const { cookie } = request.headers;
    const session = await withDeadline(server.newDeadline(), () => options.lookupSession(cookie));
    if (session === null || cookie === undefined) {
      answer(raw, '401 Unauthorized');
      return;
    }
    sockets.handleUpgrade(request, raw, head, (socket) => {
      const place = acquire({ server: '', member: session.actor.userId });
      if (place.kind === 'full') {
        socket.close(TOO_MANY_SOCKETS_CODE, 'limit-sockets');
        return;
      }
      const entry: OpenSocket = { socket, cookies: cookie, session };
      open.add(entry);
      socket.on('close', () => {
        open.delete(entry);
        place.release();
      });
      socket.on('error', (error) =>
        server.log.debug({ reason: error.message }, 'live connection broke'),
      );
      handler(socket, request, session.actor);
    });
  };

  server.server.on('upgrade', (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    raw.on('error', () => raw.destroy());
    if (getPath(request) !== path) {
      answer(raw, '404 Not Found');
      return;
    }
    accept(request, raw, head).catch((error: unknown) => {
      server.log.warn({ err: error }, 'live connection not accepted');
      answer(raw, '503 Service Unavailable', unavailableProblem(error));
    });
  });
  watchSessions(server, open, options);
  server.addHook('preClose', async () => closeAll(open));
}

function watchSessions(
  server: FastifyInstance,
  open: ReadonlySet<OpenSocket>,
  options: SocketOptions,
): void {
  const recheck = async (entries: Iterable<OpenSocket>) => {
    for (const entry of entries) {
      const session = await options.lookupSession(entry.cookies);
      if (session === null) entry.socket.close(SESSION_ENDED_CODE, 'session-ended');
      else if (!sameRights(session.actor, entry.session.actor))
        entry.socket.close(RIGHTS_CHANGED_CODE, 'rights-changed');
    }
  };
  // A failed check closes no socket: the next one decides.
  const quietly = (entries: Iterable<OpenSocket>) => {
    recheck(entries).catch((error: unknown) =>
      server.log.warn({ err: error }, 'failed to check sessions of live connections; will retry'),
    );
  };
  let awayChecks = 0;
  const check = (): void => {
    awayChecks = options.isDatabaseAway?.() === true ? awayChecks + 1 : 0;
    if (awayChecks < MAX_AWAY_CHECKS) quietly([...open]);
    else for (const { socket } of open) socket.close(TRY_AGAIN_CODE, 'database-unavailable');
  };
  const timer = setInterval(check, RECHECK_INTERVAL_MS).unref();
  const stopListening = options.onSessionsChanged((userId) =>
    quietly([...open].filter((entry) => entry.session.actor.userId === userId)),
  );
  server.addHook('onClose', async () => {
    clearInterval(timer);
    stopListening();
  });
}

async function closeAll(open: ReadonlySet<OpenSocket>): Promise<void> {
  const gone = [...open].map(
    ({ socket }) =>
      new Promise<void>((resolve) => {
        const late = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS);
        socket.once('close', () => {
          clearTimeout(late);
          resolve();
        });
        socket.close(SERVER_STOPS_CODE, 'server-stops');
      }),
  );
  await Promise.all(gone);
}

function sameRights(one: Actor, other: Actor): boolean {
  return (
    one.accessLevel === other.accessLevel &&
    one.domainId === other.domainId &&
    one.singleTimeToken === other.singleTimeToken &&
    reachKey(one) === reachKey(other)
  );
}

const reachKey = ({ reach }: Actor): string =>
  reach.kind === 'everything' ? '*' : [...reach.domainIds].sort().join(' ');

const getProtocol = ({ socket }: IncomingMessage): string =>
  'encrypted' in socket ? 'https' : 'http';

const getPath = (request: IncomingMessage): string => (request.url ?? '').split('?')[0] ?? '';

/** Problem for any error, with the time to retry. */
function unavailableProblem(error: unknown): Problem {
  if (error instanceof ProblemError && isTemporary(error)) return error.problem;
  return { code: 'server-unavailable', retryAfterSeconds: RETRY_AFTER_SECONDS };
}

function answer(raw: Duplex, status: string, problem?: Problem): void {
  const body = problem === undefined ? '' : JSON.stringify(problem);
  const type = problem === undefined ? '' : 'Content-Type: application/json; charset=utf-8\r\n';
  const retry =
    problem?.retryAfterSeconds === undefined ? '' : `Retry-After: ${problem.retryAfterSeconds}\r\n`;
  raw.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\n${type}${retry}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
