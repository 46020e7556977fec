import {
  REPORT_FILE_HEADERS,
  reportApi,
  type Actor,
  type ReportFileCall,
  ProblemError,
} from '@yamori/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { abortableQueries } from '../../core/database/abortable-queries.ts';
import { toFileChanges } from '../../core/documents/writing/export-audit.ts';
import { toSubnet } from '../../core/http/address-limit.ts';
import { toContentDisposition } from '../../core/http/content-disposition.ts';
import { disclose } from '../../core/http/disclosures.ts';
import { route, type Route } from '../../core/http/route.ts';
import { abortOnDisconnect } from '../../core/http/abort-on-disconnect.ts';
import { makeReport } from './make-report.ts';
import { getReaderScope, type ReportScope } from './report-scope.ts';
import { makeFile } from './report-thread.ts';
import {
  openSaved,
  removeReport,
  renameReport,
  listSavedReports,
  saveReport,
  scheduleReport,
  type SavedReportContext,
} from './saved-reports.ts';

const CONTENT_TYPES: Readonly<Record<ReportFileCall['format'], string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

type ReportContext = SavedReportContext & { readonly places: ReportPlaces };

/** Routes for reports, their files and saved reports. */
export function reportRoutes(parts: ReportContext): readonly Route[] {
  const { store, database, now, places } = parts;

  /** Makes a report; stops between two statements and returns null if the client disconnects. */
  const makeForClient = (reply: FastifyReply, actor: Actor, scope: ReportScope) =>
    abortOnDisconnect(reply, (gone) =>
      places(actor.userId, () => makeReport(abortableQueries(database, gone), scope, now())),
    );
  return [
    route(reportApi.read, async ({ actor, body, request, reply }) => {
      const scope = await getReaderScope(store, actor, body, now());
      disclose(request, { action: 'reportRead', path: `domain/${scope.filter.domainId}` });
      return (await makeForClient(reply, actor, scope)) ?? reply.hijack();
    }),
    route(reportApi.file, async ({ actor, body, request, reply }) => {
      const { filter, ...call } = body;
      const scope = await getReaderScope(store, actor, filter, now());
      return replyFile(parts, { request, reply, actor }, scope, call);
    }),
    route(reportApi.open, async ({ actor, params, request, reply }) => {
      const { saved, scope } = await openSaved(parts, actor, params.id);
      disclose(request, { action: 'reportRead', path: `domain/${scope.filter.domainId}` });
      const found = await makeForClient(reply, actor, scope);
      return found === null
        ? reply.hijack()
        : { name: saved.name, filter: saved.filter, report: found };
    }),
    route(reportApi.savedFile, async ({ actor, params, body, request, reply }) => {
      const { scope } = await openSaved(parts, actor, params.id);
      return replyFile(parts, { request, reply, actor }, scope, body);
    }),
    ...savedRoutes(parts),
  ];
}

function savedRoutes(parts: ReportContext): readonly Route[] {
  return [
    route(reportApi.listSaved, ({ actor, query }) =>
      listSavedReports(parts, actor, query.domainId),
    ),
    route(reportApi.save, ({ actor, body }) => saveReport(parts, actor, body)),
    route(reportApi.rename, ({ actor, params, body }) =>
      renameReport(parts, actor, params.id, body),
    ),
    route(reportApi.schedule, ({ actor, params, body }) =>
      scheduleReport(parts, actor, params.id, body.schedule),
    ),
    route(reportApi.remove, ({ actor, params }) => removeReport(parts, actor, params.id)),
  ];
}

type FileRequest = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly actor: Actor;
};

/**
 * Records the export in the update history before the first byte is sent (decision 026).
 */
async function replyFile(
  { places, store, database, now }: ReportContext,
  { request, reply, actor }: FileRequest,
  scope: ReportScope,
  call: ReportFileCall,
): Promise<FastifyReply> {
  const made = await abortOnDisconnect(reply, (gone) =>
    places(actor.userId, async () => {
      const found = await makeReport(abortableQueries(database, gone), scope, now());
      return { found, bytes: await makeFile({ report: found, filter: scope.filter, call }, gone) };
    }),
  );
  if (made === null) return reply.hijack();
  const path = `domain/${scope.filter.domainId}`;
  const { format, table } = call;
  const {
    period: { from, to },
  } = scope;
  const file = {
    file: 'report' as const,
    format,
    table: format === 'csv' ? table : null,
    from,
    to,
    rooms: made.found.rooms.length,
  };
  await database.transaction((queries) =>
    store.recordActs(queries, {
      userId: actor.userId,
      address: toSubnet(request.ip),
      acts: [{ action: 'exported', path, changes: toFileChanges(file) }],
    }),
  );
  const name = `yamori-${scope.domainName}-${from}-${to}${format === 'csv' ? `-${table}` : ''}.${format}`;
  const { found, bytes } = made;
  const of = {
    [REPORT_FILE_HEADERS.madeAt]: found.madeAt,
    [REPORT_FILE_HEADERS.digest]: found.digest,
  };
  return reply
    .headers({
      ...of,
      'cache-control': 'no-store',
      'content-type': CONTENT_TYPES[format],
      'content-disposition': toContentDisposition(name.replaceAll(/[/\\\s]/g, '_')),
    })
    .send(Buffer.from(bytes));
}

const MAX_OF_MEMBER = 3;
const MAX_OF_SERVER = 12;

/** Runs `work` unless the member, or the server, already makes the maximum number of reports. */
type ReportPlaces = <Result>(userId: string, work: () => Promise<Result>) => Promise<Result>;

/** Limits concurrent reports, so that one member cannot use all connections of the server. */
export function createReportPlaces(): ReportPlaces {
  const held: string[] = [];
  return async (userId, work) => {
    if (
      held.length >= MAX_OF_SERVER ||
      held.filter((one) => one === userId).length >= MAX_OF_MEMBER
    )
      throw new ProblemError('limit-reports', {
        retryAfterSeconds: 3,
        details: { limit: MAX_OF_MEMBER },
      });
    held.push(userId);
    try {
      return await work();
    } finally {
      held.splice(held.indexOf(userId), 1);
    }
  };
}
