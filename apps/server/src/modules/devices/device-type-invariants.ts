import {
  changedStreams,
  deviceTypeCollection,
  isFileType,
  newTypeFaults,
  ProblemError,
  streamFaults,
  type StreamDeclaration,
} from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

/**
 * Invariants of device types. A new type has a code that fits into URLs, and streams that are
 * distinct and readable. While devices have the type, its code cannot change and its streams can
 * only be added to: recorded numbers depend on the streams, and other systems know the code.
 */
export const checkDeviceTypes: Invariant = {
  on: { deviceType: ['code', 'streams'] },
  check: async (batch, queries) => {
    for (const { before, after } of batch) {
      if (after === null || after.collection !== 'deviceType' || after.parentPath !== '') continue;
      if (before !== null && before.data['code'] !== after.data['code'])
        await checkCodeUnused(after.id, queries);
      const known = before === null ? null : parseStreams(before);
      const streams = parseStreams(after);
      if (streams === null || (known !== null && JSON.stringify(known) === JSON.stringify(streams)))
        continue;
      const issues = [
        ...(before === null && !isFileType(after.id)
          ? newTypeFaults({ code: after.data['code'], streams })
          : []),
        ...streamFaults(streams),
      ];
      if (issues.length > 0)
        throw new ProblemError('document-invalid', { place: after.path, issues });
      const changed = known === null ? [] : changedStreams(known, streams);
      const count = changed.length === 0 ? 0 : await countDevices(after.id, queries);
      if (count > 0)
        throw new ProblemError('device-type-streams-in-use', {
          details: { count, streams: changed.join(', ') },
        });
    }
  },
};

async function checkCodeUnused(typeId: string, queries: Queries): Promise<void> {
  const count = await countDevices(typeId, queries);
  if (count > 0) throw new ProblemError('device-type-code-in-use', { details: { count } });
}

/** Counts the devices of a type, retired ones included. */
async function countDevices(typeId: string, queries: Queries): Promise<number> {
  const [users] = await queries.query<{ count: number }>({
    name: 'count_devices_of_type',
    text: `select count(*)::int as count from documents where collection = 'device' and parent_path = '' and data @> jsonb_build_object('typeId', $1::text)`,
    values: [typeId],
  });
  return users?.count ?? 0;
}

/** Returns null for invalid streams, which the schema check rejects. */
function parseStreams({ data }: PlacedRow): readonly StreamDeclaration[] | null {
  const parsed = deviceTypeCollection.schema.shape.streams.safeParse(data['streams']);
  return parsed.success ? parsed.data : null;
}
