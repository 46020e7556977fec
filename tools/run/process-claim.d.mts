export function isAlive(pid: number): boolean;
export function getStartTime(pid: number): string;
