/** A sheet of A4 with labels in rows; millimetres. */
const SHEET = { widthMm: 210, heightMm: 297, marginMm: 10, columns: 3, rows: 7 } as const;
export const LABELS_PER_SHEET = SHEET.columns * SHEET.rows;

export type Label = { readonly serial: string; readonly name: string; readonly address: string };

/** The address in a label's code. */
export const labelAddress = (origin: string, serial: string): string =>
  `${origin}/sn/${encodeURIComponent(serial)}`;

/** Labels by sheet; all sheets but the last are full. */
export function sheetsOf(labels: readonly Label[]): readonly (readonly Label[])[] {
  return Array.from({ length: Math.ceil(labels.length / LABELS_PER_SHEET) }, (_unused, sheet) =>
    labels.slice(sheet * LABELS_PER_SHEET, (sheet + 1) * LABELS_PER_SHEET),
  );
}
