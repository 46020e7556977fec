import type { DecimalSign } from '@yamori/domain';
import type { OpenedTable } from './engine/csv-message.ts';

/** A file and how to read it, as far as the user has confirmed. */
export type ChosenTable = {
  readonly file: File;
  readonly opened: OpenedTable;
  readonly decimal: DecimalSign;
  readonly headerRows: number;
};
