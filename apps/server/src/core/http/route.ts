import type { Actor, AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@yamori/domain';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteShorthandOptions,
} from 'fastify';
import {
  assertOwnAccount,
  requireActor,
  requireMaker,
  requireOwnAccount,
  requireSession,
  type RequestSession,
} from './request-actor.ts';

/** What a handler is given: checked, and from a caller who may call. */
type EndpointRequest<E extends Endpoint> = {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Who calls; null only where anyone may. */
  readonly actor: E['caller'] extends 'anyone' ? Actor | null : Actor;
  /** The caller's session, where the endpoint asks for its newest token. */
  readonly session: E['caller'] extends 'session' | 'owner' ? RequestSession : undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

type Answer<E extends Endpoint> = AnswerOf<E> | FastifyReply;

/** Registers itself on the server. */
export type Route = (server: FastifyInstance) => unknown;

export function addRoutes(server: FastifyInstance, routes: readonly Route[]): void {
  for (const addRoute of routes) addRoute(server);
}

type RouteOptions = Pick<RouteShorthandOptions, 'bodyLimit' | 'config'> & {
  /** Turns an upload into the body. Only this route reads the types of `endpoint.upload`. */
  readonly parseUpload?: (bytes: Buffer) => unknown;
};

/**
 * The route of an endpoint. A caller without the right is refused before the body is read; params,
 * query and body are checked by their schemas before the handler runs. A handler returns the reply
 * where it sent a file, or hijacked it because the caller has left.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (request: EndpointRequest<E>) => Promise<Answer<E>> | Answer<E>,
  { parseUpload, ...options }: RouteOptions = {},
): Route {
  const add: Route = (server) =>
    server.route({
      ...options,
      method: endpoint.method,
      url: endpoint.path,
      schema: schemaOf(endpoint),
      onRequest: async (request) => {
        requireCaller(endpoint, request);
      },
      handler: async (request, reply) => {
        // The schemas and the caller's check above have established these types.
        const answer = await handle({
          params: request.params,
          query: request.query,
          body: request.body,
          actor: request.actor,
          session: asksForSession(endpoint) ? requireSession(request) : undefined,
          request,
          reply,
        } as EndpointRequest<E>);
        return hasAnswer(endpoint) ? answer : reply.code(204).send();
      },
    });
  if (parseUpload === undefined) return add;
  return (server) =>
    server.register(async (scope) => {
      scope.addContentTypeParser(
        [...(endpoint.upload ?? [])],
        { parseAs: 'buffer', ...options },
        (_request, bytes: Buffer, done) => done(null, parseUpload(bytes)),
      );
      add(scope);
    });
}

const asksForSession = ({ caller }: Endpoint): boolean =>
  caller === 'session' || caller === 'owner';

const hasAnswer = ({ reply, file }: Endpoint): boolean => reply !== undefined || file !== undefined;

const schemaOf = ({ params, query, body, reply }: Endpoint): FastifySchema => ({
  ...(params === undefined ? {} : { params }),
  ...(query === undefined ? {} : { querystring: query }),
  ...(body === undefined ? {} : { body }),
  ...(reply === undefined ? {} : { response: { '2xx': reply } }),
});

function requireCaller({ caller }: Endpoint, request: FastifyRequest): void {
  switch (caller) {
    case 'anyone':
      return;
    case 'member':
      requireActor(request);
      return;
    case 'account':
      requireOwnAccount(request);
      return;
    case 'session':
      requireSession(request);
      return;
    case 'owner':
      assertOwnAccount(requireSession(request).actor);
      return;
    case 'maker':
      requireMaker(request);
  }
}
