import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  EXPORT_ENDINGS,
  MAX_EXPORT_DAYS,
  MAX_EXPORT_STREAMS,
  exportApi,
  MAX_TIMELINE_CHANNELS,
  domainsVisibleTo,
  hiddenRoomFields,
  isVisible,
  ProblemError,
  roomCollection,
  roomsVisibleTo,
  type Actor,
  type ExportCall,
} from '@yamori/domain';
import type { ReadDocument } from '../../core/documents/document-presentation.ts';
import { readNightZone } from '../../core/documents/room-place.ts';
import { toSubnet } from '../../core/http/address-limit.ts';
import { toContentDisposition } from '../../core/http/content-disposition.ts';
import { route, type Route } from '../../core/http/route.ts';
import { exportSamples } from './csv-export.ts';
import { exportEdf } from './edf-export.ts';
import {
  EXPORT_MAX_CHANNELS,
  type ExportedFile,
  type ExportContext,
  type ExportSubject,
  type ExportTask,
} from './export-context.ts';
import { createExportPlaces } from './export-places.ts';
import { createLocalText } from './local-text.ts';
import { exportMinutes } from './minutes-export.ts';
import { recordExport } from './record-export.ts';
import { exportEpochs, exportHypnogram } from './sleep-export.ts';
import { watchReader } from './waiting-reader.ts';
import type { Core } from '../../core/context.ts';
import type { Module } from '../../core/module.ts';

const MAKERS: Readonly<
  Record<ExportCall['format'], (context: ExportContext, task: ExportTask) => Promise<ExportedFile>>
> = {
  edf: exportEdf,
  csv: exportSamples,
  minutes: exportMinutes,
  epochs: exportEpochs,
  hypnogram: exportHypnogram,
};

/** Routes that export a range of a room, and record the export of a table of nights. */
function exportRoutes(context: ExportContext): readonly Route[] {
  const takePlace = createExportPlaces(context.limits);
  return [
    route(exportApi.room, async ({ actor, params, query: call, request, reply }) => {
      const room = await requireRoom(context, actor, params.roomId);
      const subject = createSubject(actor, room, call);
      rejectWrongRange(call);
      const leave = takePlace({ userId: actor.userId, rootDomainId: getPlace(room).rootDomainId });
      const gone = watchReader(request.raw, reply.raw, context.limits.readerTimeoutMs, leave);
      const task = await createTask(context, room, call, { subject, signal: gone });
      const file = await MAKERS[call.format](context, task).catch((error: unknown) => {
        // The client has disconnected.
        if (gone.aborted) return null;
        throw error;
      });
      if (file === null) return reply.code(204).send();
      await recordExport(context.store, room.path, {
        actor,
        address: toSubnet(request.ip),
        withNames: subject.person !== null,
        file: {
          file: 'room',
          format: call.format,
          from: new Date(call.from),
          to: new Date(call.to),
        },
      });
      return reply.headers(createHeaders(room, task, call, file)).send(bytesFor(file, gone));
    }),
    route(exportApi.noteNightTable, async ({ actor, params, body, request }) => {
      const path = `domain/${params.domainId}`;
      const [domain] = await context.store.read([path]);
      if (domain === undefined || domain === null || !isVisible(domain, domainsVisibleTo(actor)))
        throw new ProblemError('document-not-found');
      await recordExport(context.store, path, {
        actor,
        address: toSubnet(request.ip),
        withNames: false,
        file: { file: 'nightTable', ...body },
      });
    }),
  ];
}

async function requireRoom(
  { store }: ExportContext,
  actor: Actor,
  roomId: string,
): Promise<ReadDocument> {
  const [room] = await store.read([`room/${roomId}`]);
  if (room === undefined || room === null || !isVisible(room, roomsVisibleTo(actor)))
    throw new ProblemError('document-not-found');
  return room;
}

function rejectWrongRange({ from, to }: ExportCall): void {
  if (from >= to) throw new ProblemError('export-range-invalid');
  if (to - from > MAX_EXPORT_DAYS * 86_400_000)
    throw new ProblemError('export-range-too-long', { details: { limit: MAX_EXPORT_DAYS } });
}

function createSubject(actor: Actor, room: ReadDocument, { names }: ExportCall): ExportSubject {
  const code = `R-${createHash('sha256').update(room.path).digest('hex').slice(0, 10)}`;
  if (names === 'no') return { code, person: null };
  if (hiddenRoomFields(actor).includes('occupant'))
    throw new ProblemError('export-names-forbidden');
  const occupant = roomCollection.schema.shape.occupant
    .catch(null)
    .parse(room.data['occupant'] ?? null);
  return {
    code,
    person: {
      alias: occupant?.alias ?? '',
      sex: occupant?.sex ?? 'unknown',
      birthYear: occupant?.birthYear ?? null,
    },
  };
}

function getPlace({ data: { domainId, rootDomainId } }: ReadDocument): {
  readonly domainId: string;
  readonly rootDomainId: string;
} {
  if (typeof domainId !== 'string' || typeof rootDomainId !== 'string')
    throw new ProblemError('document-not-found');
  return { domainId, rootDomainId };
}

async function createTask(
  context: ExportContext,
  room: ReadDocument,
  call: ExportCall,
  whose: Pick<ExportTask, 'subject' | 'signal'>,
): Promise<ExportTask> {
  const { domainId, rootDomainId } = getPlace(room);
  const range = {
    roomId: room.path.slice('room/'.length),
    rootDomainId,
    fromUs: call.from * 1000,
    toUs: call.to * 1000,
  };
  const named = call.streams === undefined ? null : new Set(call.streams.split(','));
  // EIT readings have no aggregates by minute; they are exported as samples.
  const maxChannels =
    call.format === 'edf' || call.format === 'csv' ? EXPORT_MAX_CHANNELS : MAX_TIMELINE_CHANNELS;
  const found = (await context.readStreams(range, maxChannels)).filter(
    ({ stream }) => named?.has(`${stream.serial}:${stream.streamId}`) ?? true,
  );
  if (found.length > MAX_EXPORT_STREAMS)
    throw new ProblemError('export-streams-too-many', { details: { limit: MAX_EXPORT_STREAMS } });
  return {
    ...range,
    ...whose,
    streams: found,
    timeZone: (await readNightZone(context.store, domainId)).timeZone,
  };
}

function createHeaders(
  room: ReadDocument,
  task: ExportTask,
  { format }: ExportCall,
  { totalBytes }: ExportedFile,
): Record<string, string> {
  const name = typeof room.data['name'] === 'string' ? room.data['name'] : task.roomId;
  const from = createLocalText(task.timeZone)
    .plain(task.fromUs)
    .slice(0, 16)
    .replaceAll(/[-:]/g, '')
    .replace('T', '-');
  const ending = EXPORT_ENDINGS[format];
  const form: string = format === ending ? '' : `-${format}`;
  return {
    'cache-control': 'no-store',
    'content-type': ending === 'csv' ? 'text/csv; charset=utf-8' : 'application/octet-stream',
    'content-disposition': toContentDisposition(
      `yamori-${name}-${from}${form}.${ending}`.replaceAll(/[/\\\s]/g, '_'),
    ),
    ...(totalBytes === null ? {} : { 'content-length': String(totalBytes) }),
  };
}

/** Creates a stream that ends when the client disconnects, even if it is not being read. */
function bytesFor({ bytes }: ExportedFile, gone: AbortSignal): Readable {
  const stream = Readable.from(bytes, { objectMode: false });
  const end = (): void => void stream.destroy();
  if (gone.aborted) end();
  else gone.addEventListener('abort', end, { once: true });
  return stream;
}

/** Opens the routes that export ranges of rooms from the timeline. */
export const openExports = (
  { store, timeline }: Core,
  deps: Pick<ExportContext, 'limits' | 'readStreams'>,
): Module => ({
  routes: exportRoutes({ store, timeline, ...deps }),
});
