export const PROGRAMS: readonly string[];
export function bundleOf(source: string): string;
export function programFile(source: string): string;
