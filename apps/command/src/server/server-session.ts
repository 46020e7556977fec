import { setTimeout as pause } from 'node:timers/promises';
import { problem, type Problem, sessionReply } from '@yamori/domain';
import { CommandProblem, type CommandContext } from '../command.ts';

export const SERVER_OPTIONS = {
  server: { type: 'string' },
  email: { type: 'string' },
  code: { type: 'string' },
} as const;
type ServerArguments = {
  readonly server?: string | undefined;
  readonly email?: string | undefined;
  readonly code?: string | undefined;
};

/** Usage of the options of every command that calls a server. */
export const SERVER_USAGE = '[--server URL] [--email ADDRESS] [--code DIGITS]';
const DEFAULT_SERVER = 'http://127.0.0.1:8080';

/** A signed-in session, as in a browser. */
export type ServerSession = {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
};

/**
 * Signs in with the password in YAMORI_PASSWORD (never on the command line, which other users can
 * read) or with the one-time token in YAMORI_TOKEN, which is limited to its purpose. `--code` is
 * the second factor.
 */
export async function openServerSession(
  args: ServerArguments,
  { environment }: CommandContext,
): Promise<ServerSession> {
  const url = args.server ?? environment['YAMORI_SERVER'] ?? DEFAULT_SERVER;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CommandProblem('server-wrong', 'not an http or https address', '--server');
  requireEncryption(url);
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
  await signIn(session, args, environment);
  return session;
}

async function signIn(
  session: ServerSession,
  args: ServerArguments,
  environment: CommandContext['environment'],
): Promise<void> {
  const token = environment['YAMORI_TOKEN'];
  if (token !== undefined && token !== '') {
    await expectReply(
      await session.fetch('/api/session/one-time', jsonPost({ token, language: 'en' })),
    );
    return;
  }
  const email = args.email ?? environment['YAMORI_EMAIL'];
  const password = environment['YAMORI_PASSWORD'];
  if (email === undefined)
    throw new CommandProblem(
      'sign-in-missing',
      'give --email or YAMORI_EMAIL, or a one-time token in YAMORI_TOKEN',
    );
  if (password === undefined || password === '')
    throw new CommandProblem('sign-in-missing', 'set YAMORI_PASSWORD');
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
  if (args.code === undefined)
    throw new CommandProblem(
      'second-factor-missing',
      'this account has a second factor; give its code with --code',
    );
  const kind = /^\d{6}$/.test(args.code) ? 'totp' : 'backupCode';
  await expectReply(
    await session.fetch('/api/session/second-factor', jsonPost({ kind, code: args.code })),
  );
}

export const jsonPost = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/**
 * Returns a successful reply. Throws a CommandProblem with the server's code, or an Error for a
 * server failure.
 */
export async function expectReply(reply: Response): Promise<Response> {
  if (reply.ok) return reply;
  const reported = await parseProblem(reply);
  if (reply.status >= 500 && reply.status !== 503)
    throw new Error(`the server failed: ${reply.status} ${reported.code}`);
  throw problemToCommand(reported);
}

export async function parseProblem(reply: Response): Promise<Problem> {
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
    `rejected by the server${more === '' ? '' : `: ${more}`}`,
    place ?? null,
  );
}

function unreachable(error: unknown, origin: string): unknown {
  // `fetch failed` is uninformative; the cause has the system's message.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new CommandProblem('server-unreachable', message, origin);
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

const MAX_TRIES = 30;

/**
 * Retries while the server is unreachable or busy; other errors are final. Progress resets the
 * number of tries.
 *
 * @param gotFurther whether the last attempt made progress
 */
export async function retryWhileUnavailable<Result>(
  attempt: () => Promise<Result>,
  gotFurther: () => boolean,
  firstPauseMs = 250,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CommandProblem) || !RETRYABLE_CODES.has(error.code)) throw error;
      if (gotFurther()) tries = 1;
      if (tries >= MAX_TRIES) throw error;
      await pause(Math.min(10_000, firstPauseMs * 2 ** Math.min(8, tries - 1)));
    }
  }
}

const RETRYABLE_CODES: ReadonlySet<string> = new Set([
  'server-unreachable',
  'database-unavailable',
  'upload-offset-conflict',
  'limit-rate',
  'limit-uploads',
  'limit-exports',
  'limit-exports-own',
  'server-answer-unknown',
]);

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Passwords and tokens must be encrypted unless the server is on this machine. */
export function requireEncryption(url: string): void {
  if (!URL.canParse(url)) return;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    throw new CommandProblem(
      'server-unencrypted',
      'the password would be sent unencrypted; use an https address',
      '--server',
    );
}
