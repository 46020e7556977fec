import {
  changedStreams,
  deviceTypeCollection,
  isFileType,
  newTypeFaults,
  refuse,
  streamFaults,
  type StreamDeclaration,
} from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import type { PlacedRow } from '../../core/documents/document-row.ts';
import type { Invariant } from '../../core/documents/writing/commit-guard.ts';

/**
 * A type that is made has a code that addresses take, and streams that can be told apart and read.
 * Those of a type that devices are of stay as they are, others may be added: numbers that were
 * recorded have a meaning by them alone. So does its code, which is known outside.
 * @throws ProblemError `document-invalid` at the field; `device-type-streams-in-use` with the
 * streams, `device-type-code-in-use`, each with how many devices there are
 */
export const keepDeviceTypes: Invariant = {
  on: { deviceType: ['code', 'streams'] },
  check: async (batch, queries) => {
    for (const { before, after } of batch) {
      if (after === null || after.collection !== 'deviceType' || after.parentPath !== '') continue;
      if (before !== null && before.data['code'] !== after.data['code'])
        await keepCode(after.id, queries);
      const [known, streams] = [before === null ? null : streamsOf(before), streamsOf(after)];
      if (streams === null || (known !== null && JSON.stringify(known) === JSON.stringify(streams)))
        continue;
      const issues = [
        ...(before === null && !isFileType(after.id)
          ? newTypeFaults({ code: after.data['code'], streams })
          : []),
        ...streamFaults(streams),
      ];
      if (issues.length > 0) throw refuse('document-invalid', { place: after.path, issues });
      const changed = known === null ? [] : changedStreams(known, streams);
      const count = changed.length === 0 ? 0 : await devicesOf(after.id, queries);
      if (count > 0)
        throw refuse('device-type-streams-in-use', {
          details: { count, streams: changed.join(', ') },
        });
    }
  },
};

async function keepCode(typeId: string, queries: Queries): Promise<void> {
  const count = await devicesOf(typeId, queries);
  if (count > 0) throw refuse('device-type-code-in-use', { details: { count } });
}

/** How many there are of a type, those out of use among them. */
async function devicesOf(typeId: string, queries: Queries): Promise<number> {
  const [users] = await queries.query<{ count: number }>({
    name: 'devices-of-type',
    text: `select count(*)::int as count from documents where collection = 'device' and parent_path = '' and data @> jsonb_build_object('typeId', $1::text)`,
    values: [typeId],
  });
  return users?.count ?? 0;
}

/** Null: what its schema does not take is refused there. */
function streamsOf({ data }: PlacedRow): readonly StreamDeclaration[] | null {
  const parsed = deviceTypeCollection.schema.shape.streams.safeParse(data['streams']);
  return parsed.success ? parsed.data : null;
}
