export function openLogFile(
  folder: string,
  maxFileBytes?: number,
): {
  readonly path: string;
  readonly lastLines: () => string;
  readonly write: (chunk: Buffer) => void;
  readonly close: () => void;
};
