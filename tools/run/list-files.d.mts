export function listFiles(path: string, isSkipped?: (name: string) => boolean): string[];
