const MAX_NAME = 40;
const LINE = /^(.+?)\s*[=:\uff1d\uff1a]\s*([-+]?\d+(?:\.\d+)?)$/u;

/**
 * Figures of a calibration, one for each line: `gain = 1.02`. Null if a line is invalid, or without
 * any line.
 */
export function readFigures(text: string): Record<string, number> | null {
  const lines = text
    .normalize('NFKC')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const found = lines.map((line) => LINE.exec(line));
  if (
    lines.length === 0 ||
    found.some((match) => match === null || (match[1] ?? '').length > MAX_NAME)
  )
    return null;
  return Object.fromEntries(found.map((match) => [match?.[1] ?? '', Number(match?.[2])]));
}
