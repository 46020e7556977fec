import type { DecimalSign } from '@yamori/domain';
import type { OpenedTable } from './engine/csv-message.ts';

/** A file and how it is read, as far as somebody has agreed to it. */
export type ChosenTable = {
  readonly file: File;
  readonly opened: OpenedTable;
  readonly decimal: DecimalSign;
  readonly headerRows: number;
};
