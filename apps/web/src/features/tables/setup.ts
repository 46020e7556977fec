import type { CsvKind, DecimalSign } from '@yamori/domain';
import type { ColumnMap, OpenedTable } from './engine/csv-message.ts';

/** The user's settings for a table. */
export type Setup = {
  readonly kind: CsvKind;
  readonly domainId: string;
  readonly columns: ColumnMap;
  readonly roomName: string | null;
  readonly rooms: Readonly<Record<string, string>>;
};

/** A file and how to read it, as far as the user has confirmed. */
export type ChosenTable = {
  readonly file: File;
  readonly opened: OpenedTable;
  readonly decimal: DecimalSign;
  readonly headerRows: number;
};
