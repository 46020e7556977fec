import {
  openedReport,
  renameReportCall,
  report,
  REPORT_FILE_HEADERS,
  REPORT_PATH,
  reportFileCall,
  reportFilter,
  saveReportCall,
  savedReport,
  savedReportFileCall,
  savedReportList,
  scheduleReportCall,
  type Actor,
  type ReportFileCall,
} from '@yamori/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { abortableQueries } from '../../database/abortable-queries.ts';
import { changesOfFile } from '../../documents/writing/taken-file.ts';
import { subnetOf } from '../../http/address-limit.ts';
import { attachmentHeader } from '../../http/attachment-header.ts';
import { disclose } from '../../http/disclosures.ts';
import { requireActor } from '../../http/request-actor.ts';
import { whileWaitedFor } from '../../http/waited-work.ts';
import { makeReport } from './make-report.ts';
import type { ReportPlaces } from './report-places.ts';
import { scopeOfReader, type ReportScope } from './report-scope.ts';
import { makeFile } from './report-thread.ts';
import {
  openSaved,
  removeReport,
  renameReport,
  savedReportsOf,
  saveReport,
  scheduleReport,
  type SavedParts,
} from './saved-reports.ts';

const id = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^/\p{Cc}]*$/u);
const params = z.object({ id });
const listQuery = z.strictObject({ domainId: id });
const CONTENT_TYPES: Readonly<Record<ReportFileCall['format'], string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

export type ReportParts = SavedParts & { readonly places: ReportPlaces };

/** Reports, their files, and those that were saved (contract/report-messages.ts). */
export function registerReportRoutes(plain: FastifyInstance, parts: ReportParts): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  const { store, database, now, places } = parts;
  /** Between its statements it looks whether anybody waits: null where nobody does. */
  const made = (reply: FastifyReply, actor: Actor, scope: ReportScope) =>
    whileWaitedFor(reply, (gone) =>
      places(actor.userId, () => makeReport(abortableQueries(database, gone), scope, now())),
    );

  server.post(
    `${REPORT_PATH}/read`,
    { schema: { body: reportFilter, response: { 200: report } } },
    async (request, reply) => {
      const actor = requireActor(request);
      const scope = await scopeOfReader(store, actor, request.body, now());
      disclose(request, { action: 'reportRead', path: `domain/${scope.filter.domainId}` });
      return (await made(reply, actor, scope)) ?? reply.hijack();
    },
  );

  server.post(
    `${REPORT_PATH}/file`,
    { schema: { body: reportFileCall } },
    async (request, reply) => {
      const actor = requireActor(request);
      const { filter, ...call } = request.body;
      return replyFile(
        parts,
        { request, reply, actor },
        await scopeOfReader(store, actor, filter, now()),
        call,
      );
    },
  );

  server.get(
    `${REPORT_PATH}/saved/:id`,
    { schema: { params, response: { 200: openedReport } } },
    async (request, reply) => {
      const actor = requireActor(request);
      const { saved, scope } = await openSaved(parts, actor, request.params.id);
      disclose(request, { action: 'reportRead', path: `domain/${scope.filter.domainId}` });
      const found = await made(reply, actor, scope);
      return found === null
        ? reply.hijack()
        : { name: saved.name, filter: saved.filter, report: found };
    },
  );

  server.post(
    `${REPORT_PATH}/saved/:id/file`,
    { schema: { params, body: savedReportFileCall } },
    async (request, reply) => {
      const actor = requireActor(request);
      const { scope } = await openSaved(parts, actor, request.params.id);
      return replyFile(parts, { request, reply, actor }, scope, request.body);
    },
  );
  registerSavedRoutes(plain, parts);
}

function registerSavedRoutes(plain: FastifyInstance, parts: ReportParts): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.get(
    `${REPORT_PATH}/saved`,
    { schema: { querystring: listQuery, response: { 200: savedReportList } } },
    async (request) => savedReportsOf(parts, requireActor(request), request.query.domainId),
  );

  server.post(
    `${REPORT_PATH}/saved`,
    { schema: { body: saveReportCall, response: { 200: savedReport } } },
    async (request) => saveReport(parts, requireActor(request), request.body),
  );

  server.post(
    `${REPORT_PATH}/saved/:id/name`,
    { schema: { params, body: renameReportCall } },
    async (request, reply) => {
      await renameReport(parts, requireActor(request), request.params.id, request.body);
      return reply.code(204).send();
    },
  );

  server.post(
    `${REPORT_PATH}/saved/:id/schedule`,
    { schema: { params, body: scheduleReportCall } },
    async (request, reply) => {
      await scheduleReport(parts, requireActor(request), request.params.id, request.body.schedule);
      return reply.code(204).send();
    },
  );

  server.post(
    `${REPORT_PATH}/saved/:id/removal`,
    { schema: { params } },
    async (request, reply) => {
      await removeReport(parts, requireActor(request), request.params.id);
      return reply.code(204).send();
    },
  );
}

type Asked = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly actor: Actor;
};

/**
 * Who takes figures out stands in the update history before the first byte leaves (decision 026).
 */
async function replyFile(
  { places, store, database, now }: ReportParts,
  { request, reply, actor }: Asked,
  scope: ReportScope,
  call: ReportFileCall,
): Promise<FastifyReply> {
  const made = await whileWaitedFor(reply, (gone) =>
    places(actor.userId, async () => {
      // Between its statements it looks whether anybody waits.
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
      address: subnetOf(request.ip),
      acts: [{ action: 'exported', path, changes: changesOfFile(file) }],
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
      'content-disposition': attachmentHeader(name.replaceAll(/[/\\\s]/g, '_')),
    })
    .send(Buffer.from(bytes));
}
