import { createHash } from 'node:crypto';
import { domainCollection, organisationApi, ProblemError } from '@yamori/domain';
import type { DocumentAccess } from '../../core/documents/document-access.ts';
import { route, type Route } from '../../core/http/route.ts';

const LOGO = /^data:(image\/(?:png|jpeg|webp));base64,(.+)$/;

/**
 * The logo of an organisation, for those who can see it; 204 without one. It is stored in the
 * organisation's document, but lists of organisations omit it.
 */
export function logoRoutes({ access }: { readonly access: DocumentAccess }): readonly Route[] {
  return [
    route(organisationApi.logo, async ({ actor, params, request, reply }) => {
      const [domain] = await access.read(actor, [`domain/${params.domainId}`]);
      if (domain === null || domain === undefined) throw new ProblemError('domain-not-found');
      const logo =
        domainCollection.schema.shape.brand.catch(undefined).parse(domain.data['brand'])?.logo ??
        '';
      const [, type, bytes] = LOGO.exec(logo) ?? [];
      const etag = `"${createHash('sha256').update(logo).digest('base64url')}"`;
      reply.header('cache-control', 'private, no-cache').header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return type === undefined || bytes === undefined
        ? reply.code(204).send()
        : reply.type(type).send(Buffer.from(bytes, 'base64'));
    }),
  ];
}
