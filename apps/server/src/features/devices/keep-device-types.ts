import { changedStreams, deviceTypeCollection, refuse, streamFaults, type StreamDeclaration } from '@yamori/domain';
import type { PlacedRow } from '../../documents/document-row.ts';
import type { Invariant } from '../../documents/writing/commit-guard.ts';

/**
 * The streams of a type can be told apart and read. Those of a type that devices are of stay as they are, others may be added:
 * numbers that were recorded have a meaning by them alone.
 * @throws ProblemError `document-invalid` at the stream; `device-type-streams-in-use` with the streams and how many devices there are
 */
export const keepDeviceTypes: Invariant = async (batch, queries) => {
  for (const { before, after } of batch) {
    if (after === null || after.collection !== 'deviceType' || after.parentPath !== '') continue;
    const [known, streams] = [before === null ? null : streamsOf(before), streamsOf(after)];
    if (streams === null || (known !== null && JSON.stringify(known) === JSON.stringify(streams))) continue;
    const issues = streamFaults(streams);
    if (issues.length > 0) throw refuse('document-invalid', { place: after.path, issues });
    const changed = known === null ? [] : changedStreams(known, streams);
    if (changed.length === 0) continue;
    const [users] = await queries.query<{ count: number }>({
      name: 'devices-of-type', text: `select count(*)::int as count from documents where collection = 'device' and parent_path = '' and data @> jsonb_build_object('typeId', $1::text)`, values: [after.id],
    });
    if ((users?.count ?? 0) > 0) throw refuse('device-type-streams-in-use', { details: { count: users?.count ?? 0, streams: changed.join(', ') } });
  }
};

/** Null: what its schema does not take is refused there. */
function streamsOf({ data }: PlacedRow): readonly StreamDeclaration[] | null {
  const parsed = deviceTypeCollection.schema.shape.streams.safeParse(data['streams']);
  return parsed.success ? parsed.data : null;
}
