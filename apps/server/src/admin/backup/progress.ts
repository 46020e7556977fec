/** Progress of long work: a share from 0 to 1, and the current table. */
export type Progress = (share: number, what: string) => void;

/** Processes one table after the other and reports progress by bytes. */
export async function withProgress<
  Table extends { readonly name: string; readonly bytes: number },
  Result,
>(
  tables: readonly Table[],
  progress: Progress,
  work: (table: Table, index: number) => Promise<Result>,
): Promise<Result[]> {
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 1);
  const results: Result[] = [];
  let done = 0;
  for (const [index, table] of tables.entries()) {
    progress(done / total, table.name);
    results.push(await work(table, index));
    done += table.bytes;
  }
  return results;
}
