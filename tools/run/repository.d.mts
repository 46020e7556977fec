export class PlainFailure extends Error {}
export function toWriteFailure(name: string, error: unknown, hint?: string): unknown;
export function writing<Result>(name: string, write: () => Result): Result;
