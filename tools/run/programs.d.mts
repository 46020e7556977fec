export const PROGRAMS: readonly string[];
export function getBundlePath(source: string): string;
export function programFile(source: string): string;
