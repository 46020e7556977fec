import type { CsvKind } from '@yamori/domain';
import type { ColumnMap } from './engine/csv-message.ts';

/** The user's settings for a table. */
export type Setup = {
  readonly kind: CsvKind;
  readonly domainId: string;
  readonly columns: ColumnMap;
  readonly roomName: string | null;
  readonly rooms: Readonly<Record<string, string>>;
};
