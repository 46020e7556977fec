export type FileLimits = {
  /** `accept` has the browser's syntax: `.csv,text/csv,image/*`. Case is ignored. */
  readonly accept?: string | undefined;
  readonly maxBytes?: number | undefined;
};
type FileError = { readonly file: File; readonly kind: 'size' | 'kind' };

/**
 * Separates accepted files from rejected ones, with the reasons. The browser's file dialog and drag
 * and drop do not enforce `accept`.
 */
export function checkFiles(
  files: readonly File[],
  { accept, maxBytes }: FileLimits,
): readonly [taken: readonly File[], errors: readonly FileError[]] {
  const errors: FileError[] = [];
  const taken = files.filter((file) => {
    const kind = !matchesAccept(file, accept)
      ? 'kind'
      : maxBytes !== undefined && file.size > maxBytes
        ? 'size'
        : null;
    if (kind !== null) errors.push({ file, kind });
    return kind === null;
  });
  return [taken, errors];
}

export function matchesAccept(
  { name, type }: { readonly name: string; readonly type: string },
  accept: string | undefined,
): boolean {
  const wanted = (accept ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');
  return (
    wanted.length === 0 ||
    wanted.some((one) => {
      if (one.startsWith('.')) return name.toLowerCase().endsWith(one);
      return one.endsWith('/*')
        ? type.toLowerCase().startsWith(one.slice(0, -1))
        : type.toLowerCase() === one;
    })
  );
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** A size for reading: 1,000 to a step, one decimal below ten. */
export function sizeParts(bytes: number): { readonly size: string; readonly unit: string } {
  let [size, unit] = [bytes, 0];
  while (size >= 999.5 && unit < UNITS.length - 1) [size, unit] = [size / 1000, unit + 1];
  return {
    size: unit > 0 && size < 9.95 ? size.toFixed(1) : size.toFixed(0),
    unit: UNITS[unit] ?? 'B',
  };
}
