import { oneTimeLinkApi } from '@yamori/domain';
import { route, type Route } from '../../../../core/http/route.ts';
import { replySignIn, getClientInfo } from '../../session-reply.ts';
import { requireSignedOut } from '../registration-reply.ts';
import type { RegistrationContext } from '../registration-context.ts';
import {
  makeOneTimeLink,
  listOneTimeLinks,
  signInByLink,
  viewOneTimeLink,
  viewOwnLink,
  withdrawOneTimeLink,
} from './one-time-access.ts';
import { presentOneTimeLink } from './one-time-store.ts';

/** One-time links, managed by those who manage people. Each opens one subject once. */
export function oneTimeRoutes(context: RegistrationContext): readonly Route[] {
  return [
    route(oneTimeLinkApi.list, async ({ actor, query }) => ({
      links: (await listOneTimeLinks(context, actor, query.domainId)).map(presentOneTimeLink),
    })),
    route(oneTimeLinkApi.create, async ({ actor, body }) => {
      const { link, token } = await makeOneTimeLink(context, actor, body);
      return { link: presentOneTimeLink(link), token };
    }),
    route(oneTimeLinkApi.revoke, ({ actor, params }) =>
      withdrawOneTimeLink(context, actor, params.linkId),
    ),
    route(oneTimeLinkApi.view, ({ body, request }) =>
      viewOneTimeLink(context, body.token, getClientInfo(request)),
    ),
    route(oneTimeLinkApi.current, ({ actor }) => viewOwnLink(context, actor)),
    route(oneTimeLinkApi.signIn, async ({ body, request, reply }) => {
      requireSignedOut(request);
      const result = await signInByLink(context, body, getClientInfo(request));
      return replySignIn(context.identity, reply, result);
    }),
  ];
}
