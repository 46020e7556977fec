import {
  hiddenRoomFields,
  isDocumentMap,
  type CsvRowData,
  type DocumentMap,
  type DocumentValue,
} from '@yamori/domain';
import { documentsByKey, planChange, planCreate, rejectRow, type PlanRows } from './row-plan.ts';

/** Plans rows of rooms, matched by name within the organisation. */
export const planRooms: PlanRows<'room'> = async (context, rows) => {
  const { domainId, rootDomainId } = context.place;
  const existing = await documentsByKey(
    context,
    'room',
    rows.map(({ values }) => [domainId, values.name]),
  );
  const hidden = hiddenRoomFields(context.actor);
  return rows.map(({ values }) => {
    const { name, occupantAlias, occupantSex, occupantBirthYear, occupantNote, ...plain } = values;
    const hasOccupant = [occupantAlias, occupantSex, occupantBirthYear, occupantNote].some(
      (value) => value !== undefined,
    );
    // A reseller may not write resident data.
    if (hasOccupant && hidden.includes('occupant')) return rejectRow('field-refused');
    const before = existing.get(`${domainId}\n${name}`);
    const fields: DocumentMap = {
      ...given(plain),
      ...(hasOccupant ? { occupant: mergeOccupant(values, before?.data['occupant']) } : {}),
    };
    if (before !== undefined) return planChange(context, before, fields);
    const data: DocumentMap = { domainId, rootDomainId, name, ...fields };
    return planCreate(context, 'room', context.deps.newId(), data, data);
  });
};

const given = (values: Readonly<Record<string, DocumentValue | undefined>>): DocumentMap =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** Merges the row's resident data over the stored data. */
function mergeOccupant(
  { occupantAlias, occupantSex, occupantBirthYear, occupantNote }: CsvRowData<'room'>,
  known: DocumentValue | undefined,
): DocumentMap {
  const before: DocumentMap =
    known !== undefined && isDocumentMap(known)
      ? known
      : { alias: '', sex: 'unknown', birthYear: null, note: '' };
  return {
    alias: occupantAlias ?? before['alias'] ?? '',
    sex: occupantSex ?? before['sex'] ?? 'unknown',
    birthYear: occupantBirthYear ?? before['birthYear'] ?? null,
    note: occupantNote ?? before['note'] ?? '',
  };
}
