import {
  arrayRemove,
  arrayUnion,
  deleteField,
  serverTimestamp,
  type DocumentValue,
} from '@yamori/domain';

export type CaseFields = Readonly<Record<string, unknown>>;

/** Values of a call. The cases write sentinels as text and as arrays that start with one. */
export function callValue(json: unknown): unknown {
  if (json === 'ServerTimestamp') return serverTimestamp();
  if (json === 'Delete') return deleteField();
  if (json === 'NaN') return Number.NaN;
  if (Array.isArray(json)) {
    const [name, ...rest] = json.map((element: unknown) => callValue(element));
    // The cases put sentinels into arrays on purpose, which the types forbid.
    if (name === 'ArrayUnion') return arrayUnion(...(rest as DocumentValue[]));
    if (name === 'ArrayRemove') return arrayRemove(...(rest as DocumentValue[]));
    return json.map((element: unknown) => callValue(element));
  }
  if (typeof json === 'object' && json !== null)
    return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, callValue(value)]));
  return json;
}

export const callText = (text: string): unknown => callValue(JSON.parse(text));

export function callFields(text: string | undefined): CaseFields {
  const value = callText(text ?? '{}');
  if (typeof value !== 'object' || value === null) throw new Error('the case has no fields');
  return { ...value };
}
