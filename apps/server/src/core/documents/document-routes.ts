import {
  getCountDisclosure,
  getDocumentDisclosure,
  getQueryDisclosures,
  documentApi,
} from '@yamori/domain';
import { toSubnet } from '../http/address-limit.ts';
import { readCommand } from '../http/idempotency-key.ts';
import { disclose } from '../http/disclosures.ts';
import { route, type Route } from '../http/route.ts';
import type { DocumentAccess } from './document-access.ts';

/** Document endpoints; `DocumentAccess` checks access and hides fields. */
export function documentRoutes({ access }: { readonly access: DocumentAccess }): readonly Route[] {
  return [
    route(documentApi.read, async ({ actor, body, request }) => {
      const documents = await access.read(actor, body.paths);
      for (const document of documents)
        if (document !== null) disclose(request, getDocumentDisclosure(document.path));
      return { documents };
    }),
    route(documentApi.list, async ({ actor, body, request }) => {
      const documents = await access.list(actor, body.query);
      const paths = documents.map(({ path }) => path);
      for (const disclosure of getQueryDisclosures(actor, body.query, paths, body.ahead))
        disclose(request, disclosure);
      return { documents };
    }),
    route(documentApi.count, async ({ actor, body, request }) => {
      const count = await access.count(actor, body.query);
      disclose(request, getCountDisclosure(actor, body.query));
      return { count };
    }),
    route(documentApi.commit, async ({ actor, body, request }) => {
      const documents = await access.commit(actor, body.writes, {
        command: readCommand(request, actor),
        address: toSubnet(request.ip),
      });
      // The response contains the whole documents, even if the write changed nothing.
      for (const document of documents)
        if (document !== null) disclose(request, getDocumentDisclosure(document.path));
      return { documents };
    }),
  ];
}
