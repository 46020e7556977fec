export function testsNamed(
  root: string,
  words: readonly string[],
): Record<'node' | 'web' | 'journeys', string[]>;
