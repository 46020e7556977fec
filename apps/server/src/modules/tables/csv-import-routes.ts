import { csvImportApi, type Actor, type CsvRowPage, type EndpointQuery } from '@yamori/domain';
import { route, type Route } from '../../core/http/route.ts';
import { requireOwnImport } from './csv-import-access.ts';
import type { CsvImportCommands } from './csv-import-commands.ts';
import type { CsvImportDeps } from './csv-import-deps.ts';
import {
  listImports,
  presentImport,
  readOutcomeRows,
  type StoredImport,
} from './csv-import-store.ts';

const PAGE_ROWS = 1000;

/** Routes for imports of tables. */
export function csvImportRoutes(
  deps: CsvImportDeps,
  commands: CsvImportCommands,
): readonly Route[] {
  const command = (name: 'cancel' | 'undo') =>
    route(csvImportApi[name], async ({ actor, params }) => ({
      import: await commands[name](actor, params.importId),
    }));
  return [
    route(csvImportApi.begin, async ({ actor, body }) => ({
      import: await commands.begin(actor, body),
    })),
    route(csvImportApi.list, async ({ actor }) => {
      const listed = await listImports(deps.database, actor.userId);
      return {
        imports: await Promise.all(listed.map((stored) => presentImport(deps.database, stored))),
      };
    }),
    route(csvImportApi.find, async ({ actor, params }) => {
      const stored = await requireOwnImport(deps.database, actor, params.importId);
      return { import: await presentImport(deps.database, stored) };
    }),
    route(csvImportApi.addRows, ({ actor, params, body }) =>
      commands.addRows(actor, params.importId, body),
    ),
    route(csvImportApi.rows, ({ actor, params, query }) =>
      readPage(deps, commands, actor, params.importId, query),
    ),
    route(csvImportApi.start, async ({ actor, params, body }) => ({
      import: await commands.start(actor, params.importId, body),
    })),
    command('cancel'),
    command('undo'),
  ];
}

async function readPage(
  deps: CsvImportDeps,
  commands: CsvImportCommands,
  actor: Actor,
  importId: string,
  { outcome, after }: EndpointQuery<typeof csvImportApi.rows>,
): Promise<CsvRowPage> {
  // A member who may no longer import such tables cannot read their rows either.
  const { stored } = await commands.find(actor, importId);
  const rows = await readOutcomeRows(deps.database, stored, outcome, after, PAGE_ROWS);
  // Stored rows were validated on arrival; the reply's schema validates them again.
  return csvImportApi.rows.reply.parse({
    rows: rows.map(({ secret, problem, ...row }) => ({
      ...row,
      problem: problem ?? null,
      link: findLink(deps, stored, secret),
    })),
    next: rows.length < PAGE_ROWS ? null : (rows.at(-1)?.row ?? null),
  });
}

function findLink(
  { codes, inviting }: CsvImportDeps,
  { importId, domainId }: StoredImport,
  secret: Buffer | null,
): string | null {
  const code = secret === null ? null : codes.open(secret, importId);
  return code === null ? null : inviting.formatLink(domainId, code.toString());
}
