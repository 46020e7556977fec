/** Any value of a reference.json. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * Our values in the shape of the reference. Absent values are not supported, each for one of the
 * reasons.
 */
export type Ours = {
  readonly values: Json;
  readonly reasons: readonly (readonly [path: RegExp, reason: string])[];
};

export type Tally = {
  matched: number;
  readonly wrong: { readonly path: string; readonly reference: Json; readonly ours: Json }[];
  readonly unsupported: Map<string, number>;
};

/**
 * Compares to the precision of the reference: whole numbers exactly, others to half of their last
 * digit (at least six significant digits).
 */
function isNear(reference: number, ours: number): boolean {
  const digits = /\.(\d+)$/.exec(String(reference))?.[1]?.length ?? 0;
  const written =
    digits === 0
      ? 6e-7
      : Math.min(0.505 * 10 ** -digits, Math.max(6e-7, 4e-6 * Math.abs(reference)));
  return Math.abs(reference - ours) <= written + 1e-9 * Math.abs(reference);
}

/**
 * Compares every value of a reference with ours. Lists of different length count as one wrong
 * value.
 */
export function compare(reference: Json, { values, reasons }: Ours): Tally {
  const tally: Tally = { matched: 0, wrong: [], unsupported: new Map() };
  walk(reference, values, '', { tally, reasons });
  return tally;
}

type Walk = { readonly tally: Tally; readonly reasons: Ours['reasons'] };

function walk(reference: Json, ours: Json | undefined, path: string, on: Walk): void {
  if (ours === undefined) return leaves(reference, path, on);
  if (Array.isArray(reference)) {
    if (!Array.isArray(ours) || ours.length !== reference.length)
      return void on.tally.wrong.push({
        path,
        reference: Array.isArray(ours) ? reference.length : reference,
        ours: Array.isArray(ours) ? ours.length : ours,
      });
    for (const [index, value] of reference.entries())
      walk(value, ours[index], `${path}[${index}]`, on);
  } else if (reference !== null && typeof reference === 'object') {
    const own =
      ours !== null && typeof ours === 'object' ? (ours as { readonly [key: string]: Json }) : {};
    for (const [key, value] of Object.entries(reference))
      if (key !== '_how') walk(value, own[key], `${path}/${key}`, on);
  } else if (
    reference === ours ||
    (typeof reference === 'number' && typeof ours === 'number' && isNear(reference, ours))
  ) {
    on.tally.matched++;
  } else {
    on.tally.wrong.push({ path, reference, ours });
  }
}

/** Values that we lack: with a reason they count as not supported, without one as wrong. */
function leaves(reference: Json, path: string, on: Walk): void {
  if (Array.isArray(reference))
    return reference.forEach((value, index) => leaves(value, `${path}[${index}]`, on));
  if (reference !== null && typeof reference === 'object')
    return Object.entries(reference).forEach(([key, value]) => leaves(value, `${path}/${key}`, on));
  const reason = on.reasons.find(([pattern]) => pattern.test(path))?.[1];
  if (reason === undefined) on.tally.wrong.push({ path, reference, ours: 'nothing' });
  else on.tally.unsupported.set(reason, (on.tally.unsupported.get(reason) ?? 0) + 1);
}
