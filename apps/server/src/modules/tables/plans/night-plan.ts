import {
  changedFields,
  CSV_NIGHT_METRICS,
  encodeFields,
  isDocumentMap,
  isVisible,
  mayImport,
  roomsVisibleTo,
  sleepCollection,
  fromLocalTime,
  type CsvRowData,
  type DocumentMap,
} from '@yamori/domain';
import type { ReadDocument } from '../../../core/documents/document-presentation.ts';
import { diffFields } from '../field-changes.ts';
import {
  documentsByKey,
  readInBatches,
  rejectRow,
  rejectField,
  type PlanContext,
  type PlanRows,
  type RowPlan,
} from './row-plan.ts';

/** Marks an imported night, to distinguish it from an analysed one. */
const CSV_ALGORITHM = 'csv';

/**
 * Plans rows of nights, matched by room and date. A table never overwrites an analysed night.
 */
export const planNights: PlanRows<'night'> = async (context, rows) => {
  const { domainId } = context.place;
  const rooms = await documentsByKey(
    context,
    'room',
    rows.map(({ values }) => [domainId, values.roomName]),
  );
  const getPath = ({ roomName, night }: CsvRowData<'night'>): string | null => {
    const room = rooms.get(`${domainId}\n${roomName}`);
    return room === undefined ? null : `${room.path}/sleep/${night}`;
  };
  const nights = await readInBatches(
    context.deps,
    rows.flatMap(({ values }) => getPath(values) ?? []),
  );
  return rows.map(({ values }) => {
    const room = rooms.get(`${domainId}\n${values.roomName}`);
    const path = getPath(values);
    if (room === undefined || path === null || !isVisible(room, roomsVisibleTo(context.actor)))
      return rejectRow('csv-room-unknown', { room: values.roomName });
    if (!mayImport(context.actor, room)) return rejectRow('import-forbidden');
    return planNight(context, path, values, nights.get(path));
  });
};

function planNight(
  { place }: PlanContext,
  path: string,
  { roomName: _roomName, night, from, to, ...values }: CsvRowData<'night'>,
  before: ReadDocument | undefined,
): RowPlan {
  const instant = (moment: string): Date =>
    new Date(
      /Z$|[-+]\d{2}:\d{2}$/.test(moment)
        ? Date.parse(moment)
        : fromLocalTime(moment, place.timeZone),
    );
  const times = { from: instant(from), to: instant(to) };
  if (!(times.to > times.from)) return rejectField('to', 'value-wrong');
  const metrics = Object.fromEntries(
    CSV_NIGHT_METRICS.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
  if (before === undefined) {
    const written = {
      night,
      ...times,
      state: 'done' as const,
      metrics: { TIB: countMinutes(times), ...metrics },
      provenance: {
        algorithm: CSV_ALGORITHM,
        version: '1',
        signals: [],
        segments: [],
        parameters: {},
      },
    };
    // The schema adds defaults, so fields added to nights later need no change here.
    const data = encodeFields(sleepCollection.schema.parse(written), false);
    return { kind: 'create', path, write: { kind: 'create', path, data } };
  }
  if (getAlgorithm(before.data) !== CSV_ALGORITHM) return rejectRow('csv-night-analysed');
  const known = before.data['metrics'];
  const merged: DocumentMap = {
    ...(known !== undefined && isDocumentMap(known) ? known : {}),
    TIB: countMinutes(times),
    ...metrics,
  };
  const fields: DocumentMap = { ...times, metrics: merged };
  const differing = changedFields(before.data, { ...before.data, ...fields });
  const changed = Object.entries(fields).filter(([name]) => differing.includes(name));
  if (changed.length === 0) return { kind: 'same' };
  const encoded = encodeFields(Object.fromEntries(changed), false);
  return {
    kind: 'change',
    path,
    changes: diffFields(
      before.data,
      changed.map(([name]) => name),
      fields,
    ),
    write: {
      kind: 'update',
      path,
      fields: Object.entries(encoded).map(([name, value]) => ({ field: [name], value })),
    },
  };
}

const countMinutes = ({ from, to }: { readonly from: Date; readonly to: Date }): number =>
  Math.round((to.getTime() - from.getTime()) / 60_000);

function getAlgorithm({ provenance }: DocumentMap): unknown {
  return provenance !== undefined && isDocumentMap(provenance)
    ? provenance['algorithm']
    : undefined;
}
