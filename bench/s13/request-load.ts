import { Agent, request } from 'node:http';

/**
 * Outcome of a request. `503`: with code and Retry-After; `503 bare`: without one of them; `late`:
 * no complete reply within 10 s.
 */
export type RequestOutcome =
  | 'ok'
  | '503'
  | '503 bare'
  | 'late'
  | `status ${number}`
  | `error ${string}`;

export type RequestLoad = {
  /** Requests by outcome since the last call. */
  readonly takeCounts: () => Map<RequestOutcome, number>;
  /** Waits for pending requests. */
  readonly end: () => Promise<void>;
};

type Target = { readonly port: number; readonly cookie: string };

const EVERY_MS = 20;
const LATE_MS = 10_000;
const ROOMS = JSON.stringify({ query: { collection: 'room', limit: 50 } });

/** 50 requests a second over persistent connections, like browsers behind a load balancer. */
export function startRequestLoad(target: Target): RequestLoad {
  const agent = new Agent({ keepAlive: true });
  let counts = new Map<RequestOutcome, number>();
  let sent = 0;
  const pending = new Set<Promise<void>>();
  const timer = setInterval(() => {
    sent += 1;
    const sending = (sent % 2 === 0 ? readSession : listRooms)(target, agent).then((outcome) => {
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      pending.delete(sending);
    });
    pending.add(sending);
  }, EVERY_MS);
  return {
    takeCounts() {
      const taken = counts;
      counts = new Map();
      return taken;
    },
    async end() {
      clearInterval(timer);
      await Promise.all(pending);
      agent.destroy();
    },
  };
}

const readSession = (target: Target, agent: Agent) => send(target, agent, 'GET', '/api/session');
const listRooms = (target: Target, agent: Agent) =>
  send(target, agent, 'POST', '/api/documents/list', ROOMS);

/** Sends one request over a new connection or one of `agent`. Never rejects. */
export function send(
  { port, cookie }: Target,
  agent: Agent | false,
  method: 'GET' | 'POST',
  path: string,
  body?: string,
): Promise<RequestOutcome> {
  const origin = `http://127.0.0.1:${port}`;
  const headers = {
    cookie,
    origin,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve) => {
    const call = request(`${origin}${path}`, { method, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('error', (error) => resolve(toOutcome(error)));
      answer.on('end', () => {
        clearTimeout(late);
        resolve(classifyReply(answer.statusCode ?? 0, answer.headers['retry-after'], text));
      });
    });
    const late = setTimeout(() => {
      resolve('late');
      call.destroy();
    }, LATE_MS);
    call.on('error', (error) => {
      clearTimeout(late);
      resolve(toOutcome(error));
    });
    call.end(body);
  });
}

function classifyReply(
  status: number,
  retryAfter: string | undefined,
  text: string,
): RequestOutcome {
  if (status >= 200 && status < 300) return 'ok';
  if (status !== 503) return `status ${status}`;
  return retryAfter !== undefined && text.includes('"code"') ? '503' : '503 bare';
}

const toOutcome = (error: Error): RequestOutcome =>
  `error ${'code' in error && typeof error.code === 'string' ? error.code : error.message}`;
