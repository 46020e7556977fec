import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  commitCall,
  commitReply,
  countCall,
  countReply,
  disclosureOfCount,
  disclosureOfDocument,
  disclosuresOfQuery,
  listCall,
  listReply,
  readCall,
  readReply,
} from '@yamori/domain';
import { subnetOf } from '../http/address-limit.ts';
import { commandOf } from '../http/command-key.ts';
import { disclose } from '../http/disclosures.ts';
import { requireActor } from '../http/request-actor.ts';
import type { DocumentAccess } from './document-access.ts';

/**
 * `POST /api/documents/{read,list,count,commit}`: parsed by the contract, allowed and shown by
 * `DocumentAccess`.
 */
export function registerDocumentRoutes(
  server: FastifyInstance,
  { access }: { readonly access: DocumentAccess },
): void {
  const routes = server.withTypeProvider<ZodTypeProvider>();
  routes.post(
    '/api/documents/read',
    { schema: { body: readCall, response: { 200: readReply } } },
    async (request) => {
      const actor = requireActor(request);
      const documents = await access.read(actor, request.body.paths);
      for (const document of documents)
        if (document !== null) disclose(request, disclosureOfDocument(document.path));
      return { documents };
    },
  );
  routes.post(
    '/api/documents/list',
    { schema: { body: listCall, response: { 200: listReply } } },
    async (request) => {
      const actor = requireActor(request);
      const documents = await access.list(actor, request.body.query);
      for (const disclosure of disclosuresOfQuery(
        actor,
        request.body.query,
        documents.map(({ path }) => path),
        request.body.ahead,
      ))
        disclose(request, disclosure);
      return { documents };
    },
  );
  routes.post(
    '/api/documents/count',
    { schema: { body: countCall, response: { 200: countReply } } },
    async (request) => {
      const actor = requireActor(request);
      const count = await access.count(actor, request.body.query);
      disclose(request, disclosureOfCount(actor, request.body.query));
      return { count };
    },
  );
  routes.post(
    '/api/documents/commit',
    { schema: { body: commitCall, response: { 200: commitReply } } },
    async (request) => {
      const actor = requireActor(request);
      const documents = await access.commit(actor, request.body.writes, {
        command: commandOf(request, actor),
        address: subnetOf(request.ip),
      });
      // The answer shows them whole, also where the write changed nothing.
      for (const document of documents)
        if (document !== null) disclose(request, disclosureOfDocument(document.path));
      return { documents };
    },
  );
}
