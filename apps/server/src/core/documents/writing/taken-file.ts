import { TAKEN_FIELD, type TakenOut } from '@yamori/domain';
import type { FieldChange } from './update-history.ts';

/** What an entry says of a file that leaves: the one field that collections/taken-out.ts names. */
export const changesOfFile = (file: TakenOut): readonly FieldChange[] => [
  { field: TAKEN_FIELD, before: null, after: { ...file } },
];
