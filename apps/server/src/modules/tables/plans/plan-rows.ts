import {
  CSV_FIELDS,
  readCsvRow,
  ProblemError,
  type CsvCells,
  type CsvRowData,
} from '@yamori/domain';
import type { ImportKey } from '../csv-import-limits.ts';
import { firstRows, type NewRow, type StoredImport, type StoredRow } from '../csv-import-store.ts';
import { planDevices } from './device-plan.ts';
import { planNights } from './night-plan.ts';
import { planRooms } from './room-plan.ts';
import { type KeyedRow, type PlanContext, type RowPlan, rejectRow } from './row-plan.ts';
import { planStaff } from './staff-plan.ts';

type Kind = StoredImport['kind'];

/** Drops cells that the schema of the kind does not use. */
const pickCells = (kind: Kind, cells: CsvCells): CsvCells =>
  Object.fromEntries(
    CSV_FIELDS[kind].flatMap(({ name }) =>
      cells[name] === undefined ? [] : [[name, cells[name]]],
    ),
  );

/** Adds to each row the key that it will be stored with. */
export const keyedRows = (kind: Kind, rows: readonly StoredRow[]): NewRow[] =>
  rows.map(({ row, cells }) => {
    const reading = readCsvRow(kind, cells);
    return { row, cells: pickCells(kind, cells), key: reading.ok ? reading.key : null };
  });

/**
 * Plans stored rows: checks them against their schema, earlier rows and existing documents.
 */
export async function planRows(
  context: PlanContext,
  kind: Kind,
  key: ImportKey,
  rows: readonly StoredRow[],
): Promise<Map<number, RowPlan>> {
  const plans = new Map<number, RowPlan>();
  const good: (KeyedRow<Kind> & { readonly key: string })[] = [];
  for (const { row, cells } of rows) {
    const reading = readCsvRow(kind, cells);
    if (reading.ok) good.push({ row, values: reading.row, key: reading.key });
    else
      plans.set(row, {
        kind: 'reject',
        problem: new ProblemError('csv-row-invalid', { issues: [...reading.issues] }).problem,
      });
  }
  const first = await firstRows(
    context.deps.database,
    key,
    good.map((one) => one.key),
  );
  const single = good.filter((one) => {
    const before = first.get(one.key) ?? one.row;
    if (before < one.row) plans.set(one.row, rejectRow('csv-row-repeated', { row: before }));
    return before >= one.row;
  });
  const planned = single.length === 0 ? [] : await planKind(context, kind, single);
  single.forEach(({ row }, index) =>
    plans.set(row, planned[index] ?? rejectRow('csv-row-invalid')),
  );
  return plans;
}

function planKind(
  context: PlanContext,
  kind: Kind,
  rows: readonly KeyedRow<Kind>[],
): Promise<RowPlan[]> {
  // The values match the schema of `kind`, which TypeScript cannot infer.
  const of = <One extends Kind>(): readonly KeyedRow<One>[] =>
    rows as readonly { row: number; values: CsvRowData<One> }[];
  switch (kind) {
    case 'room':
      return planRooms(context, of<'room'>());
    case 'device':
      return planDevices(context, of<'device'>());
    case 'staff':
      return planStaff(context, of<'staff'>());
    case 'night':
      return planNights(context, of<'night'>());
  }
}
