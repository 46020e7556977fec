export type FileLimits = {
  /**
   * As of the browser: `.csv,text/csv,image/*`. Names of files and kinds are compared without
   * regard to case.
   */
  readonly accept?: string | undefined;
  readonly maxBytes?: number | undefined;
};
type FileFault = { readonly file: File; readonly kind: 'size' | 'kind' };

/**
 * Which files fit, and why the others do not: the browser's own choice lets a person take any, and
 * so does dropping.
 */
export function fileFaults(
  files: readonly File[],
  { accept, maxBytes }: FileLimits,
): readonly [taken: readonly File[], faults: readonly FileFault[]] {
  const faults: FileFault[] = [];
  const taken = files.filter((file) => {
    const kind = !isOfKind(file, accept)
      ? 'kind'
      : maxBytes !== undefined && file.size > maxBytes
        ? 'size'
        : null;
    if (kind !== null) faults.push({ file, kind });
    return kind === null;
  });
  return [taken, faults];
}

export function isOfKind(
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
