import type { $ZodIssue, $ZodRawIssue } from 'zod/v4/core';
import { LINE_FAULTS } from './one-line.ts';

/**
 * A validation issue as a stable code and its arguments: the message catalogue over Zod 4
 * (specification, section 5). Servers send it; browsers have a sentence per code and language.
 * Arguments never contain entered values, but they do contain unknown field names, because these
 * are the error.
 */
export type Notice = { readonly code: NoticeCode; readonly details?: NoticeDetails };
export type NoticeDetails = Readonly<Record<string, string | number>>;

export const SIZED_KINDS = [
  'string',
  'number',
  'date',
  'array',
  'set',
  'map',
  'file',
  'value',
] as const;
export const BOUNDS = ['at-least', 'more-than', 'at-most', 'less-than', 'exactly'] as const;
type SizedKind = (typeof SIZED_KINDS)[number];
type Bound = (typeof BOUNDS)[number];

/** Formats with their own sentence; any other is `format-wrong`. */
export const FORMATS = [
  'email',
  'url',
  'emoji',
  'uuid',
  'guid',
  'nanoid',
  'cuid',
  'cuid2',
  'ulid',
  'xid',
  'ksuid',
  'datetime',
  'date',
  'time',
  'duration',
  'ipv4',
  'ipv6',
  'mac',
  'cidrv4',
  'cidrv6',
  'base64',
  'base64url',
  'json_string',
  'e164',
  'credit_card',
  'iban',
  'currency_code',
  'lowercase',
  'uppercase',
  'regex',
  'jwt',
  'starts_with',
  'ends_with',
  'includes',
  'template_literal',
  'hostname',
  'hex',
] as const;
type Format = (typeof FORMATS)[number];

export const PLAIN_NOTICES = [
  'value-required',
  'value-wrong',
  'type-wrong',
  'instance-wrong',
  'date-wrong',
  'format-wrong',
  'multiple-wrong',
  'keys-unknown',
  'union-none',
  'union-several',
  'discriminator-wrong',
  'key-wrong',
  'element-wrong',
  'choice-wrong',
  'literal-wrong',
  ...LINE_FAULTS,
  'issues-more',
] as const;

export type NoticeCode =
  | (typeof PLAIN_NOTICES)[number]
  | `${SizedKind}-${Bound}`
  | `format-${Format}`;

/** An issue from a Zod error map, or from a parse with `reportInput`. */
type Issue = $ZodIssue | $ZodRawIssue;

const notice = (code: NoticeCode, details?: NoticeDetails): Notice =>
  details === undefined ? { code } : { code, details };

/**
 * The notice of any Zod 4 issue. Parse with `reportInput`: a missing input counts as `undefined`.
 */
export function toNotice(issue: Issue): Notice {
  switch (issue.code) {
    case 'invalid_type':
      return typeNotice(issue.expected, issue.input);
    case 'too_small':
      return notice(`${sizedKind(issue.origin)}-${getLowerBound(issue)}`, {
        limit: limitText(issue.origin, issue.minimum),
      });
    case 'too_big':
      return notice(`${sizedKind(issue.origin)}-${getUpperBound(issue)}`, {
        limit: limitText(issue.origin, issue.maximum),
      });
    case 'invalid_format':
      return formatNotice(issue);
    case 'not_multiple_of':
      return notice('multiple-wrong', { divisor: issue.divisor });
    case 'unrecognized_keys':
      return notice('keys-unknown', { keys: listed(issue.keys, ', ') });
    case 'invalid_union':
      return unionNotice(issue);
    case 'invalid_key':
      return notice('key-wrong', { origin: issue.origin });
    case 'invalid_element':
      return notice('element-wrong', { origin: issue.origin });
    case 'invalid_value':
      return valueNotice(issue.values, issue.input);
    case 'custom':
      return notice(
        LINE_FAULTS.find((fault) => fault === issue.params?.['notice']) ?? 'value-wrong',
      );
  }
}

type Exactness = { readonly exact?: boolean | undefined; readonly inclusive?: boolean | undefined };

function getLowerBound({ exact, inclusive }: Exactness): Bound {
  if (exact === true) return 'exactly';
  return inclusive === false ? 'more-than' : 'at-least';
}

function getUpperBound({ exact, inclusive }: Exactness): Bound {
  if (exact === true) return 'exactly';
  return inclusive === false ? 'less-than' : 'at-most';
}

function typeNotice(expected: string, input: unknown): Notice {
  if (input === undefined) return notice('value-required');
  if (expected === 'date' && input instanceof Date) return notice('date-wrong');
  if (/^[A-Z]/.test(expected)) return notice('instance-wrong', { expected });
  const received = getTypeName(input);
  return notice('type-wrong', {
    expected,
    received: expected === 'int' && received === 'number' ? 'float' : received,
  });
}

/** The type of a value by the names that `expected` uses, plus `infinity`, `float` and `nan`. */
export function getTypeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isNaN(value)) return 'nan';
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : 'infinity';
  if (value instanceof Date) return 'date';
  if (value instanceof Map) return 'map';
  if (value instanceof Set) return 'set';
  return typeof File !== 'undefined' && value instanceof File ? 'file' : typeof value;
}

const SIZED: Readonly<Record<string, SizedKind>> = {
  string: 'string',
  number: 'number',
  int: 'number',
  bigint: 'number',
  date: 'date',
  array: 'array',
  set: 'set',
  map: 'map',
  file: 'file',
};
const sizedKind = (origin: string): SizedKind => SIZED[origin] ?? 'value';

/** Dates become ISO text, and big integers text. */
function limitText(origin: string, limit: number | bigint | Date): string | number {
  if (origin === 'date') return new Date(Number(limit)).toISOString();
  return typeof limit === 'number' ? limit : String(limit);
}

function formatNotice(issue: Extract<Issue, { code: 'invalid_format' }>): Notice {
  const format = FORMATS.find((known) => known === issue.format);
  if (format === undefined) return notice('format-wrong', { format: issue.format });
  // The type of the issue lacks the field that Zod adds for each of these three formats.
  const part: unknown = Reflect.get(
    issue,
    { starts_with: 'prefix', ends_with: 'suffix', includes: 'includes' }[format as string] ?? '',
  );
  return typeof part === 'string'
    ? notice(`format-${format}`, { part })
    : notice(`format-${format}`);
}

function unionNotice(issue: Extract<Issue, { code: 'invalid_union' }>): Notice {
  if (issue.inclusive === false) return notice('union-several');
  return 'options' in issue && Array.isArray(issue.options) && issue.options.length > 0
    ? notice('discriminator-wrong', { options: listed(issue.options, ' | ') })
    : notice('union-none');
}

function valueNotice(values: readonly unknown[], input: unknown): Notice {
  if (input === undefined) return notice('value-required');
  return values.length === 1
    ? notice('literal-wrong', { expected: quoted(values[0]) })
    : notice('choice-wrong', { options: listed(values, ' | ') });
}

const MAX_LISTED = 20;
const MAX_NAME_LENGTH = 60;

const quoted = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.length > MAX_NAME_LENGTH ? `${value.slice(0, MAX_NAME_LENGTH)}…` : value}'`
    : String(value);

/** A request may contain many long names, but the reply must stay short. */
const listed = (values: readonly unknown[], between: string): string =>
  [...values.slice(0, MAX_LISTED).map(quoted), ...(values.length > MAX_LISTED ? ['…'] : [])].join(
    between,
  );
