import { ProblemError } from '@yamori/domain';
import { z } from 'zod';

type Environment = Readonly<Record<string, string>>;
/** `needs`: the options without which `option` is useless or unsafe. */
export type OptionNeed = { readonly option: string; readonly needs: readonly string[] };

type OptionIssue = {
  readonly name: string;
  /** Never repeats the value, which may be a password. */
  readonly reason: string;
  readonly meaning: string;
};

/** One error that lists all invalid and missing options; `place` names the first. */
export function toOptionsProblem(first: OptionIssue, others: readonly OptionIssue[]): ProblemError {
  return new ProblemError('option-invalid', {
    place: first.name,
    details: Object.fromEntries(
      [first, ...others].map(({ name, reason, meaning }) => [name, `${reason} (${meaning})`]),
    ),
  });
}

/** An issue for each option that its schema rejects. */
export function listInvalidOptions(
  options: z.ZodObject,
  environment: Environment,
): readonly OptionIssue[] {
  const { error } = options.safeParse(environment);
  const allowed = new Map<string, string>();
  for (const { code, path, message } of error?.issues ?? []) {
    const name = String(path[0] ?? '');
    if (allowed.has(name)) continue;
    // The message of a refinement is more exact than the type.
    const description = code === 'custom' ? null : describeAllowed(options.shape[name]);
    allowed.set(name, description ?? message);
  }
  return [...allowed].map(([name, description]) => ({
    name,
    reason: `given: ${classify(environment[name] ?? '')}; allowed: ${description}`,
    meaning: options.shape[name]?.description ?? '',
  }));
}

/** An issue for each option that is not set although another one needs it. */
export function listMissingOptions(
  options: z.ZodObject,
  environment: Environment,
  needs: readonly OptionNeed[],
): readonly OptionIssue[] {
  const neededBy = new Map<string, readonly string[]>();
  for (const need of needs) {
    if (environment[need.option] === undefined) continue;
    for (const name of need.needs)
      if (environment[name] === undefined)
        neededBy.set(name, [...(neededBy.get(name) ?? []), need.option]);
  }
  return [...neededBy].map(([name, causes]) => ({
    name,
    reason: `not set, but needed with ${causes.join(' and ')}`,
    meaning: options.shape[name]?.description ?? '',
  }));
}

/** The class of a value in words. */
function classify(value: string): string {
  if (/^-?\d+$/.test(value)) return 'a whole number';
  if (/^-?\d*\.\d+$/.test(value)) return 'a number with a fraction';
  const [scheme] = /^[a-z][a-z0-9+.-]*:\/\//.exec(value) ?? [];
  if (scheme !== undefined) return `an address that begins with ${scheme}`;
  return `a text of ${value.length} characters`;
}

const jsonSchema = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
});

/** Values of an option in words; null if only the message of its schema says it. */
function describeAllowed(schema: z.ZodType | undefined): string | null {
  if (schema === undefined) return null;
  const parsed = jsonSchema.safeParse(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  );
  if (!parsed.success) return null;
  const { type, enum: values, minimum, maximum, minLength, maxLength, format } = parsed.data;
  if (format === 'uri') return 'an address that begins with http:// or https://';
  if (values !== undefined) return `one of ${values.join(', ')}`;
  if (type === 'integer') return `a whole number ${describeRange(minimum, maximum)}`;
  if (type === 'number') return `a number ${describeRange(minimum, maximum)}`;
  const isPlainText = parsed.data.pattern === undefined && format === undefined;
  if (type !== 'string' || !isPlainText || minLength === undefined) return null;
  return `a text ${describeRange(minLength, maxLength)} characters`;
}

function describeRange(from: number | undefined, to: number | undefined): string {
  const isUnbounded = to === undefined || to === Number.MAX_SAFE_INTEGER;
  return isUnbounded ? `of at least ${from ?? 0}` : `from ${from ?? 0} to ${to}`;
}
