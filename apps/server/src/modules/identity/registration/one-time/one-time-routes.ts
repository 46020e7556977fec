import { oneTimeLinkApi } from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../../core/http/serve-endpoint.ts';
import { replyAdmission, visitOf } from '../../session-reply.ts';
import { requireSignedOut } from '../registration-reply.ts';
import type { RegistrationParts } from '../registration-parts.ts';
import {
  makeOneTimeLink,
  oneTimeLinksOf,
  signInByLink,
  viewOneTimeLink,
  viewOwnLink,
  withdrawOneTimeLink,
} from './one-time-access.ts';
import { presentOneTimeLink } from './one-time-store.ts';

/** One-time links, managed by those who manage people. Each opens one subject once. */
export function registerOneTimeRoutes(server: FastifyInstance, parts: RegistrationParts): void {
  serveEndpoint(server, oneTimeLinkApi.list, async ({ actor, query }) => ({
    links: (await oneTimeLinksOf(parts, actor, query.domainId)).map(presentOneTimeLink),
  }));

  serveEndpoint(server, oneTimeLinkApi.create, async ({ actor, body }) => {
    const { link, token } = await makeOneTimeLink(parts, actor, body);
    return { link: presentOneTimeLink(link), token };
  });

  serveEndpoint(server, oneTimeLinkApi.revoke, ({ actor, params }) =>
    withdrawOneTimeLink(parts, actor, params.linkId),
  );

  serveEndpoint(server, oneTimeLinkApi.view, ({ body, request }) =>
    viewOneTimeLink(parts, body.token, visitOf(request)),
  );

  serveEndpoint(server, oneTimeLinkApi.current, ({ actor }) => viewOwnLink(parts, actor));

  serveEndpoint(server, oneTimeLinkApi.signIn, async ({ body, request, reply }) => {
    requireSignedOut(request);
    const admission = await signInByLink(parts, body, visitOf(request));
    return replyAdmission(parts.identity, reply, admission);
  });
}
