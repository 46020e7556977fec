import type { Problem } from '@yamori/domain';

/**
 * Status of a named problem: the first line that fits. Words for people come from the web's text,
 * by code.
 */
const STATUS_OF_CODE: readonly (readonly [pattern: RegExp, status: number])[] = [
  [/^session-/, 401],
  // What was proved is not enough, or not what was asked for.
  [/^(sign-in-failed|second-factor-(failed|expired)|confirmation-failed|password-wrong)$/, 401],
  [/^confirmation-required$/, 403],
  [/^key-refused$/, 401],
  [/^limit-(body|batch|message|size|length|fields|keys|values)/, 413],
  [/^(limit-|sign-in-limited$)/, 429],
  [/^media-type-/, 415],
  [/-misdirected$/, 421],
  // Two fields of one update that contain each other: nobody else is in the way.
  [/^field-paths-conflict$/, 400],
  [/^method-/, 405],
  [/-not-found$/, 404],
  [/-(conflict|exists|changed|in-use|taken|reached|archived)$/, 409],
  [/^sign-out-first$/, 409],
  // What is stored is in the way, nothing of the request is.
  [/^report-unreadable$/, 409],
  [/-too-large$/, 413],
  // It was there and is over: asking again is of no use.
  [/-(used|expired|revoked)$/, 410],
  [/-(unavailable|disconnected)$/, 503],
  [/-(timeout)$/, 504],
  [/-(refused|suspended|locked|forbidden)$/, 403],
  [/-(invalid|missing|too-short|too-long|too-common)$/, 400],
  [/^contract-version$/, 400],
  [/^precondition-/, 412],
  [/^server-failed$/, 500],
];

/**
 * HTTP status for a problem; 400 for a code that no line knows: somebody asked for something
 * impossible.
 */
export const statusOf = (problem: Problem): number =>
  STATUS_OF_CODE.find(([pattern]) => pattern.test(problem.code))?.[1] ?? 400;
