type Run = (
  report: string,
  environment: Readonly<Record<string, string>>,
  files: readonly string[],
) => number;
export function runWithLost(
  report: string,
  files: readonly string[],
  run: Run,
  say?: (line: string) => void,
): { code: number; reports: string[] };
