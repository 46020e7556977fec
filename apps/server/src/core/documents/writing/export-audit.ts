import { TAKEN_FIELD, type TakenOut } from '@yamori/domain';
import type { FieldChange } from './history-values.ts';

/** Audit entry of an exported file: the single field named in collections/taken-out.ts. */
export const toFileChanges = (file: TakenOut): readonly FieldChange[] => [
  { field: TAKEN_FIELD, before: null, after: { ...file } },
];
