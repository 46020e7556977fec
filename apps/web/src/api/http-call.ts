import { ProblemError, type Endpoint } from '@yamori/domain';
import { isProblem } from './session-shape.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export type HttpOptions = {
  readonly fetch: Fetch;
  /** Empty in a page, whose own origin serves the calls. */
  readonly baseUrl?: string;
  /** Added to every call; in Node the session's cookie. */
  readonly headers?: Readonly<Record<string, string>>;
};

type Schema<Reply> = {
  readonly safeParse: (value: unknown) => { success: true; data: Reply } | { success: false };
};

/**
 * Sends and receives JSON. Rejects with a ProblemError: the server's refusal; `network-unreachable`
 * without an answer; `reply-invalid` if the answer has another shape (another version of the
 * server); `http-{status}` for a failure without a problem document.
 */
export async function callJson<Reply>(
  options: HttpOptions,
  method: Endpoint['method'],
  path: string,
  body: unknown,
  reply: Schema<Reply>,
): Promise<Reply> {
  return parseReply(await sendJson(options, method, path, body), path, reply);
}

/** Request options that a call may add. */
export type CallOptions = Pick<RequestInit, 'signal' | 'cache'> & {
  readonly headers?: Readonly<Record<string, string>>;
};

/** The response with any status. Rejects like `unlessGone` without one. */
export const sendJson = (
  options: HttpOptions,
  method: Endpoint['method'],
  path: string,
  body: unknown,
  more: CallOptions = {},
): Promise<Response> =>
  send(
    options,
    method,
    path,
    body === undefined ? null : { type: 'application/json', body: JSON.stringify(body) },
    more,
  );

/** One call that sends a file. */
export const sendFile = async <Reply>(
  options: HttpOptions,
  path: string,
  file: Blob,
  reply: Schema<Reply>,
): Promise<Reply> =>
  parseReply(await send(options, 'POST', path, { type: file.type, body: file }), path, reply);

async function parseReply<Reply>(
  response: Response,
  path: string,
  reply: Schema<Reply>,
): Promise<Reply> {
  if (!response.ok) throw await readFailure(response);
  const parsed = reply.safeParse(await readJson(response));
  if (!parsed.success) throw new ProblemError('reply-invalid', { place: path });
  return parsed.data;
}

type Content = { readonly type: string; readonly body: string | Blob };

async function send(
  options: HttpOptions,
  method: Endpoint['method'],
  path: string,
  content: Content | null,
  { headers: added, ...more }: CallOptions = {},
): Promise<Response> {
  const headers = {
    accept: 'application/json',
    ...(content === null ? {} : { 'content-type': content.type }),
    ...options.headers,
    ...added,
  };
  try {
    return await options.fetch(`${options.baseUrl ?? ''}${path}`, {
      ...more,
      method,
      headers,
      credentials: 'same-origin',
      ...(content === null ? {} : { body: content.body }),
    });
  } catch (error) {
    if (more.signal?.aborted === true) throw error;
    // fetch rejects for every network failure without naming its cause.
    throw new ProblemError('network-unreachable', { place: path });
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    const value: unknown = await response.json();
    return value;
  } catch {
    return undefined;
  }
}

/** The server's refusal; `http-{status}` for a failure without a problem document. */
export async function readFailure(response: Response): Promise<Error> {
  const value = await readJson(response);
  return new ProblemError(isProblem(value) ? value : { code: `http-${response.status}` });
}

/**
 * Runs a step of a cancellable call. Rejects with `network-unreachable`, before or in the middle of
 * an answer, or with the signal's reason when aborted.
 */
export async function unlessGone<Result>(
  signal: AbortSignal | null,
  path: string,
  ask: () => Promise<Result>,
): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ProblemError('network-unreachable', { place: path });
  }
}
