import type {
  Actor,
  EndpointResult,
  EndpointBody,
  Endpoint,
  EndpointParams,
  EndpointQuery,
} from '@yamori/domain';
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

/** Validated request of an authorised caller. */
type EndpointRequest<E extends Endpoint> = {
  readonly params: EndpointParams<E>;
  readonly query: EndpointQuery<E>;
  readonly body: EndpointBody<E>;
  /** Null only if the endpoint allows anonymous callers. */
  readonly actor: E['caller'] extends 'anyone' ? Actor | null : Actor;
  /** Only for endpoints that require a session with the current token. */
  readonly session: E['caller'] extends 'session' | 'owner' ? RequestSession : undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

type Answer<E extends Endpoint> = EndpointResult<E> | FastifyReply;

/** Registers itself on the server. */
export type Route = (server: FastifyInstance) => unknown;

export function addRoutes(server: FastifyInstance, routes: readonly Route[]): void {
  for (const addRoute of routes) addRoute(server);
}

type RouteOptions = Pick<RouteShorthandOptions, 'bodyLimit' | 'config'> & {
  /**
   * Parses an upload into the body. Only this route accepts the media types of `endpoint.upload`.
   */
  readonly parseUpload?: (bytes: Buffer) => unknown;
};

/**
 * Creates the route of an endpoint. It rejects unauthorised callers before it reads the body, and
 * validates params, query and body before the handler runs. A handler returns the reply if it has
 * sent a file, or has hijacked the reply because the client disconnected.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (request: EndpointRequest<E>) => Promise<Answer<E>> | Answer<E>,
  { parseUpload, bodyLimit, config }: RouteOptions = {},
): Route {
  const add: Route = (server) =>
    server.route({
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      config: { ...config, endpoint },
      method: endpoint.method,
      url: endpoint.path,
      schema: toSchema(endpoint),
      onRequest: async (request) => {
        requireCaller(endpoint, request);
      },
      handler: async (request, reply) => {
        // Guaranteed by the schemas and the caller check.
        const answer = await handle({
          params: request.params,
          query: request.query,
          body: request.body,
          actor: request.actor,
          session: requiresSession(endpoint) ? requireSession(request) : undefined,
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
        { parseAs: 'buffer', ...(bodyLimit === undefined ? {} : { bodyLimit }) },
        (_request, bytes: Buffer, done) => done(null, parseUpload(bytes)),
      );
      add(scope);
    });
}

const requiresSession = ({ caller }: Endpoint): boolean =>
  caller === 'session' || caller === 'owner';

const hasAnswer = ({ reply, file }: Endpoint): boolean => reply !== undefined || file !== undefined;

const toSchema = ({ params, query, body, reply }: Endpoint): FastifySchema => ({
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
