import type { z } from 'zod';
import type { ReplyProblemCode } from '../contract/problem-codes.ts';

/**
 * Who may make a call; the server rejects everyone else before it reads the body.
 *
 * - `anyone`: no session is required.
 * - `member`: a session, including that of a one-time link.
 * - `account`: a session with an account, so no one-time link.
 * - `session`: a session whose token is its newest one.
 * - `owner`: such a session with an account.
 * - `maker`: the access levels `developer` and `seniorDeveloper`.
 */
type Caller = 'anyone' | 'member' | 'account' | 'session' | 'owner' | 'maker';

/** One HTTP call: the server registers it, the web application makes it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for each parameter. */
  readonly path: `/${string}`;
  /** A line for the API's readers, without a full stop: "Retry a failed job". */
  readonly summary: string;
  readonly caller: Caller;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Sent as JSON, or as `upload` says. */
  readonly body?: z.ZodType;
  /** Media types of the request, if it is not JSON. Without `body` the request is a file. */
  readonly upload?: readonly string[];
  /**
   * Sent as JSON with status 200, or 202 if the work follows later. Without `reply` and `file` the
   * answer is 204.
   */
  readonly reply?: z.ZodType;
  /** Media types of an answer that is not JSON: the caller reads the response. */
  readonly file?: readonly string[];
  /** Codes of problems that this call can end with, besides COMMON_PROBLEMS and CALLER_PROBLEMS. */
  readonly problems: readonly ReplyProblemCode[];
};

/** Codes of problems that every call can end with. */
export const COMMON_PROBLEMS: readonly ReplyProblemCode[] = [
  'address-not-found',
  'database-unavailable',
  'host-misdirected',
  'limit-body',
  'limit-rate',
  'media-type-refused',
  'origin-refused',
  'path-invalid',
  'request-invalid',
  'server-failed',
  'server-unavailable',
  'storage-full-unavailable',
];

// `access-refused`: the caller's level or organisation changed while the call waited.
const SIGNED_IN = ['session-required', 'access-refused'] as const;
const OWN_ACCOUNT = [...SIGNED_IN, 'account-forbidden'] as const;

/** Codes of problems that a call ends with when this caller may not make it. */
export const CALLER_PROBLEMS: Readonly<Record<Caller, readonly ReplyProblemCode[]>> = {
  anyone: [],
  member: SIGNED_IN,
  account: OWN_ACCOUNT,
  session: SIGNED_IN,
  owner: OWN_ACCOUNT,
  maker: SIGNED_IN,
};

/** Codes of problems with the `Idempotency-Key` of a call that takes one. */
export const IDEMPOTENCY_PROBLEMS = ['command-key-invalid', 'command-key-taken'] as const;

export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

type Part<E, Name extends string> =
  E extends Readonly<Record<Name, infer S extends z.ZodType>> ? S : undefined;
type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
type In<E, Name extends string> =
  Part<E, Name> extends z.ZodType
    ? { readonly [Key in Name]: z.input<Part<E, Name>> }
    : { readonly [Key in Name]?: never };

export type EndpointParams<E> = Out<Part<E, 'params'>>;
export type EndpointQuery<E> = Out<Part<E, 'query'>>;
export type EndpointBody<E> = Out<Part<E, 'body'>>;
/** The reply that the caller gets; undefined for a 204. */
export type EndpointReply<E> = Out<Part<E, 'reply'>>;
/**
 * The value that a handler returns, before the schema's defaults. Handlers send files themselves.
 */
export type EndpointResult<E> =
  Part<E, 'reply'> extends z.ZodType
    ? z.input<Part<E, 'reply'>>
    : E extends { readonly file: readonly string[] }
      ? never
      : void;
/** The arguments of a call. */
export type EndpointCall<E> = In<E, 'params'> & In<E, 'query'> & In<E, 'body'>;

export type UrlParameters = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * The URL of a call, without undefined query parameters. @throws Error if a path parameter is
 * missing
 */
export function formatUrl(
  { path }: Pick<Endpoint, 'path'>,
  params: UrlParameters = {},
  query: UrlParameters = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? filled : `${filled}?${parameters.toString()}`;
}
