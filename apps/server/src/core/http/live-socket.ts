import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { ProblemError, type Actor, type Problem } from '@yamori/domain';
import { isPassing } from '../database/database-problem.ts';
import { withDeadline } from '../database/request-deadline.ts';
import { isFromOwnPage, isOwnHost, type AskedAddress } from './origin-check.ts';
import type { RequestSession, SessionLookup } from './request-actor.ts';

/** Close codes of our own (4000-4999 are free for applications). */
export const SESSION_ENDED_CODE = 4401;
/** The member's rights changed: connect again to go on with the new ones. */
export const RIGHTS_CHANGED_CODE = 4403;
export const TOO_MANY_SOCKETS_CODE = 4429;
export const SERVER_STOPS_CODE = 1001;
/** Nothing new can be shown here; another server may be able to. */
export const TRY_AGAIN_CODE = 1013;

const MAXIMUM_MESSAGE_BYTES = 1024 * 1024;
/**
 * Rights that fell are noticed within this time and the two seconds of a session's age, without any
 * news over the Bus.
 */
const RECHECK_INTERVAL_MS = 2_500;
/** Checks in a row; a restart of the database is shorter, and cuts nobody off. */
const AWAY_CHECKS = 3;
/** What was not sent by then will not arrive: the connection is cut. */
const CLOSE_PATIENCE_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;

export type SocketHandler = (socket: WebSocket, request: IncomingMessage, actor: Actor) => void;

export type SocketOptions = {
  readonly lookupSession: SessionLookup;
  /** Calls back with the user whose sessions or rights changed; the result ends the listening. */
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
 * WebSocket at one path for signed-in members. Closes the sockets of a session that ends or whose
 * rights change.
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
    maxPayload: MAXIMUM_MESSAGE_BYTES,
  });
  const open = new Set<OpenSocket>();

  const accept = async (request: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> => {
    const retryAfterSeconds = server.countUpgrade(request);
    if (retryAfterSeconds > 0) {
      answer(raw, '429 Too Many Requests', { code: 'limit-rate', retryAfterSeconds });
      return;
    }
    const asked: AskedAddress = { host: request.headers.host, protocol: protocolOf(request) };
    if (!isOwnHost(asked, options)) {
      answer(raw, '421 Misdirected Request', { code: 'host-misdirected' });
      return;
    }
    if (!isFromOwnPage(request.headers, asked, options)) {
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
      if (isFull(open, session, options)) {
        socket.close(TOO_MANY_SOCKETS_CODE, 'limit-sockets');
        return;
      }
      const entry: OpenSocket = { socket, cookies: cookie, session };
      open.add(entry);
      socket.on('close', () => open.delete(entry));
      socket.on('error', (error) =>
        server.log.debug({ reason: error.message }, 'a live connection broke'),
      );
      handler(socket, request, session.actor);
    });
  };

  server.server.on('upgrade', (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    raw.on('error', () => raw.destroy());
    if (pathOf(request) !== path) {
      answer(raw, '404 Not Found');
      return;
    }
    accept(request, raw, head).catch((error: unknown) => {
      server.log.warn({ err: error }, 'a live connection could not be accepted');
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
  // One check that fails is no reason to cut anyone off: the next one asks again.
  const quietly = (entries: Iterable<OpenSocket>) => {
    recheck(entries).catch((error: unknown) =>
      server.log.warn({ err: error }, 'sessions of live connections could not be checked'),
    );
  };
  let awayChecks = 0;
  const check = (): void => {
    awayChecks = options.isDatabaseAway?.() === true ? awayChecks + 1 : 0;
    if (awayChecks < AWAY_CHECKS) quietly([...open]);
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
        const late = setTimeout(() => socket.terminate(), CLOSE_PATIENCE_MS);
        socket.once('close', () => {
          clearTimeout(late);
          resolve();
        });
        socket.close(SERVER_STOPS_CODE, 'server-stops');
      }),
  );
  await Promise.all(gone);
}

function isFull(
  open: ReadonlySet<OpenSocket>,
  session: RequestSession,
  options: SocketOptions,
): boolean {
  const own = [...open].filter(
    (entry) => entry.session.actor.userId === session.actor.userId,
  ).length;
  return open.size >= options.perServer || own >= options.perMember;
}

export function sameRights(one: Actor, other: Actor): boolean {
  return (
    one.accessLevel === other.accessLevel &&
    one.domainId === other.domainId &&
    one.singleTimeToken === other.singleTimeToken &&
    reachKey(one) === reachKey(other)
  );
}

const reachKey = ({ reach }: Actor): string =>
  reach.kind === 'everything' ? '*' : [...reach.domainIds].sort().join(' ');

const protocolOf = ({ socket }: IncomingMessage): string =>
  'encrypted' in socket ? 'https' : 'http';

const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?')[0] ?? '';

/** When to try again, whatever went wrong. */
function unavailableProblem(error: unknown): Problem {
  if (error instanceof ProblemError && isPassing(error)) return error.problem;
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
