import {
  addressOf,
  type AddressParts,
  type CallOf,
  type Endpoint,
  type ReplyOf,
} from '@yamori/domain';
import { createContext, useContext } from 'react';
import { callJson, type HttpOptions } from './http-call.ts';
import { NO_REPLY } from './no-reply.ts';

/** The parts of a call; an endpoint that takes none is called without them. */
type Given<E extends Endpoint> =
  {} extends CallOf<E> ? readonly [parts?: CallOf<E>] : readonly [parts: CallOf<E>];

export type Http = {
  /** Calls an endpoint and gives its checked reply; rejects with a ProblemError as `callJson`. */
  readonly call: <E extends Endpoint>(endpoint: E, ...given: Given<E>) => Promise<ReplyOf<E>>;
};

type Parts = {
  readonly params?: AddressParts;
  readonly query?: AddressParts;
  readonly body?: unknown;
};

export const createHttp = (options: HttpOptions): Http => ({
  async call<E extends Endpoint>(endpoint: E, ...given: Given<E>) {
    // Which parts there are hangs on the endpoint's type.
    const { params, query, body } = (given[0] ?? {}) as Parts;
    const reply: unknown = await callJson<unknown>(
      options,
      endpoint.method,
      addressOf(endpoint, params, query),
      body,
      endpoint.reply ?? NO_REPLY,
    );
    return reply as ReplyOf<E>;
  },
});

/** Calls to the page's own server; a test hands in its own. */
export const HttpContext = createContext<Http>(
  createHttp({ fetch: (url, init) => globalThis.fetch(url, init) }),
);

export const useHttp = (): Http => useContext(HttpContext);
