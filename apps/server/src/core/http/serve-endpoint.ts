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

/**
 * Registers an endpoint. A caller without the right is refused before the body is read; params,
 * query and body are checked by their schemas before the handler runs. A handler returns the reply
 * where it sent a file, or hijacked it because the caller has left.
 */
export function serveEndpoint<E extends Endpoint>(
  server: FastifyInstance,
  endpoint: E,
  handle: (request: EndpointRequest<E>) => Promise<Answer<E>> | Answer<E>,
  options: Pick<RouteShorthandOptions, 'bodyLimit' | 'config'> = {},
): void {
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
