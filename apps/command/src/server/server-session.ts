import { setTimeout as pause } from 'node:timers/promises';
import { problem, type Problem, sessionReply } from '@yamori/domain';
import { CommandProblem, type Surroundings } from '../command.ts';
import { requireSafeWay } from './safe-way.ts';

export const SERVER_OPTIONS = {
  server: { type: 'string' },
  email: { type: 'string' },
  code: { type: 'string' },
} as const;
export type ServerWords = {
  readonly server?: string | undefined;
  readonly email?: string | undefined;
  readonly code?: string | undefined;
};

/** What is said of every command that speaks to a server. */
export const SERVER_USAGE = '[--server URL] [--email ADDRESS] [--code DIGITS]';
const USUAL_SERVER = 'http://127.0.0.1:8080';

/** Somebody signed in at a server, as a browser would be. */
export type ServerSession = {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
};

/**
 * Signs in with the password in YAMORI_PASSWORD (never on the command line, where others on the
 * machine read it) or the one-time token in YAMORI_TOKEN, which opens only what it was made for.
 * `--code` is the second factor.
 * @throws CommandProblem
 */
export async function openServerSession(
  words: ServerWords,
  { environment }: Surroundings,
): Promise<ServerSession> {
  const url = words.server ?? environment['YAMORI_SERVER'] ?? USUAL_SERVER;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CommandProblem('server-wrong', 'it is no http or https address', '--server');
  requireSafeWay(url);
  const { origin } = new URL(url);
  const cookies = new Map<string, string>();
  const session: ServerSession = {
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      if (cookies.size > 0)
        headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      const reply = await fetch(`${origin}${path}`, { ...init, headers, redirect: 'error' }).catch(
        (error: unknown) => {
          throw unreachable(error, origin);
        },
      );
      keepCookies(cookies, reply);
      return reply;
    },
    close: async () =>
      void (await session.fetch('/api/session/sign-out', jsonPost({})).catch(() => undefined)),
  };
  await signIn(session, words, environment);
  return session;
}

async function signIn(
  session: ServerSession,
  words: ServerWords,
  environment: Surroundings['environment'],
): Promise<void> {
  const token = environment['YAMORI_TOKEN'];
  if (token !== undefined && token !== '') {
    await expectReply(
      await session.fetch('/api/session/one-time', jsonPost({ token, language: 'en' })),
    );
    return;
  }
  const [email, password] = [
    words.email ?? environment['YAMORI_EMAIL'],
    environment['YAMORI_PASSWORD'],
  ];
  if (email === undefined)
    throw new CommandProblem(
      'sign-in-missing',
      'say who you are: --email or YAMORI_EMAIL, or a one-time token in YAMORI_TOKEN',
    );
  if (password === undefined || password === '')
    throw new CommandProblem('sign-in-missing', 'put the password into YAMORI_PASSWORD');
  const { pending } = sessionReply
    .pick({ pending: true })
    .strip()
    .parse(
      await (
        await expectReply(
          await session.fetch('/api/session/sign-in', jsonPost({ email, password })),
        )
      ).json(),
    );
  if (pending === null) return;
  if (words.code === undefined)
    throw new CommandProblem(
      'second-factor-missing',
      'this account has a second factor: say its digits with --code',
    );
  const kind = /^\d{6}$/.test(words.code) ? 'totp' : 'backupCode';
  await expectReply(
    await session.fetch('/api/session/second-factor', jsonPost({ kind, code: words.code })),
  );
}

export const jsonPost = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/**
 * An answer that is none of refusal. @throws CommandProblem with the server's own code; an error
 * for a fault of the server's
 */
export async function expectReply(reply: Response): Promise<Response> {
  if (reply.ok) return reply;
  const said = await problemOf(reply);
  if (reply.status >= 500 && reply.status !== 503)
    throw new Error(`the server failed: ${reply.status} ${said.code}`);
  throw problemToCommand(said);
}

export async function problemOf(reply: Response): Promise<Problem> {
  const parsed = problem.safeParse(await reply.json().catch(() => null));
  return parsed.success
    ? parsed.data
    : { code: 'server-answer-unknown', details: { status: reply.status } };
}

export function problemToCommand({ code, place, details }: Problem): CommandProblem {
  const more = Object.entries(details ?? {})
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
  return new CommandProblem(
    code,
    `the server refused${more === '' ? '' : `: ${more}`}`,
    place ?? null,
  );
}

function unreachable(error: unknown, origin: string): unknown {
  // `fetch failed` says nothing by itself; what the system said lies in its cause.
  const cause =
    error instanceof Error && error.cause instanceof Error
      ? error.cause.message
      : error instanceof Error
        ? error.message
        : String(error);
  return new CommandProblem('server-unreachable', cause, origin);
}

function keepCookies(cookies: Map<string, string>, reply: Response): void {
  for (const line of reply.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', ...value] = pair.split('=');
    const isGone =
      value.join('=') === '' ||
      attributes.some((attribute) => /^\s*max-age\s*=\s*0\s*$/i.test(attribute));
    if (isGone) cookies.delete(name);
    else cookies.set(name, value.join('='));
  }
}

const MOST_TRIES = 30;

/**
 * Does something again while the server is away or too busy; what else goes wrong is final. Tries
 * that got further begin to count anew. @param attempt gives true when it got further
 */
export async function patiently<Result>(
  attempt: () => Promise<Result>,
  gotFurther: () => boolean,
  firstPauseMs = 250,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CommandProblem) || !AGAIN.has(error.code)) throw error;
      if (gotFurther()) tries = 1;
      if (tries >= MOST_TRIES) throw error;
      await pause(Math.min(10_000, firstPauseMs * 2 ** Math.min(8, tries - 1)));
    }
  }
}

const AGAIN: ReadonlySet<string> = new Set([
  'server-unreachable',
  'database-unavailable',
  'upload-offset-conflict',
  'limit-rate',
  'limit-uploads',
  'limit-exports',
  'limit-exports-own',
  'server-answer-unknown',
]);
