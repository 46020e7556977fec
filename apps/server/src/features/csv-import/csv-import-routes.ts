import {
  CSV_IMPORTS_PATH,
  CSV_OUTCOMES,
  beginCsvImportCall,
  csvImportListReply,
  csvImportReply,
  csvRowPageReply,
  csvRowsCall,
  csvRowsReply,
  startCsvImportCall,
  type Actor,
  type CsvRowPage,
} from '@yamori/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { requireActor } from '../../http/request-actor.ts';
import { requireOwnImport } from './csv-import-access.ts';
import type { CsvImportCommands } from './csv-import-commands.ts';
import type { CsvImportParts } from './csv-import-parts.ts';
import {
  listImports,
  presentImport,
  rowsOfOutcome,
  type StoredImport,
} from './csv-import-store.ts';

const params = z.object({ importId: z.string().min(1).max(100) });
const page = z.object({
  outcome: z.enum(CSV_OUTCOMES),
  after: z.coerce.number().int().min(0).max(100_000_000).default(0),
});
const AT = `${CSV_IMPORTS_PATH}/:importId`;
const ROWS_A_PAGE = 1000;

/** Tables on their way in (contract/csv-import-messages.ts). */
export function registerCsvImportRoutes(
  plain: FastifyInstance,
  parts: CsvImportParts,
  commands: CsvImportCommands,
): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const one = { params, response: { 200: csvImportReply } };

  server.post(
    CSV_IMPORTS_PATH,
    { schema: { body: beginCsvImportCall, response: { 200: csvImportReply } } },
    async (request) => ({ import: await commands.begin(requireActor(request), request.body) }),
  );
  server.get(
    CSV_IMPORTS_PATH,
    { schema: { response: { 200: csvImportListReply } } },
    async (request) => {
      const listed = await listImports(parts.database, requireActor(request).userId);
      return {
        imports: await Promise.all(listed.map((stored) => presentImport(parts.database, stored))),
      };
    },
  );
  server.get(AT, { schema: one }, async (request) => ({
    import: await presentImport(
      parts.database,
      await requireOwnImport(parts.database, requireActor(request), request.params.importId),
    ),
  }));
  server.post(
    `${AT}/rows`,
    { schema: { params, body: csvRowsCall, response: { 200: csvRowsReply } } },
    async (request) =>
      commands.addRows(requireActor(request), request.params.importId, request.body),
  );
  server.get(
    `${AT}/rows`,
    { schema: { params, querystring: page, response: { 200: csvRowPageReply } } },
    async (request) =>
      pageOf(parts, commands, requireActor(request), request.params.importId, request.query),
  );
  server.post(`${AT}/start`, { schema: { ...one, body: startCsvImportCall } }, async (request) => ({
    import: await commands.start(requireActor(request), request.params.importId, request.body),
  }));
  server.post(`${AT}/cancel`, { schema: one }, async (request) => ({
    import: await commands.cancel(requireActor(request), request.params.importId),
  }));
  server.post(`${AT}/undo`, { schema: one }, async (request) => ({
    import: await commands.undo(requireActor(request), request.params.importId),
  }));
}

async function pageOf(
  parts: CsvImportParts,
  commands: CsvImportCommands,
  actor: Actor,
  importId: string,
  { outcome, after }: z.infer<typeof page>,
): Promise<CsvRowPage> {
  // Whoever may no longer bring in such a table does not see what stood in it either.
  const { stored } = await commands.find(actor, importId);
  const rows = await rowsOfOutcome(parts.database, stored, outcome, after, ROWS_A_PAGE);
  // What is told here was checked when it came, and is checked again on its way out by the reply's
  // schema.
  return csvRowPageReply.parse({
    rows: rows.map(({ secret, problem, ...row }) => ({
      ...row,
      problem: problem ?? null,
      link: linkOf(parts, stored, secret),
    })),
    next: rows.length < ROWS_A_PAGE ? null : (rows.at(-1)?.row ?? null),
  });
}

function linkOf(
  { codes, inviting }: CsvImportParts,
  { importId, domainId }: StoredImport,
  secret: Buffer | null,
): string | null {
  const code = secret === null ? null : codes.open(secret, importId);
  return code === null ? null : inviting.linkOf(domainId, code.toString());
}
