import type { Problem } from '@yamori/domain';

/**
 * HTTP status by problem code; the first matching pattern applies. User texts per code are in the
 * web application.
 */
const STATUS_OF_CODE: readonly (readonly [pattern: RegExp, status: number])[] = [
  [/^session-/, 401],
  // The credentials are wrong or insufficient.
  [/^(sign-in-failed|second-factor-(failed|expired)|confirmation-failed|password-wrong)$/, 401],
  [/^confirmation-required$/, 403],
  [/^key-refused$/, 401],
  [/^limit-(body|batch|message|size|length|fields|keys|values)/, 413],
  [/^(limit-|sign-in-limited$)/, 429],
  [/^media-type-/, 415],
  [/-misdirected$/, 421],
  // Two fields of one update contain each other; no other write is involved.
  [/^field-paths-conflict$/, 400],
  [/^method-/, 405],
  [/-not-found$/, 404],
  [/-(conflict|exists|changed|in-use|taken|reached|archived)$/, 409],
  [/^sign-out-first$/, 409],
  // The stored report is invalid, not the request.
  [/^report-unreadable$/, 409],
  [/-too-large$/, 413],
  // It existed and is gone: a retry is useless.
  [/-(used|expired|revoked)$/, 410],
  [/-(unavailable|disconnected)$/, 503],
  [/-(timeout)$/, 504],
  [/-(refused|suspended|locked|forbidden)$/, 403],
  [/-(invalid|missing|too-short|too-long|too-common)$/, 400],
  [/^contract-version$/, 400],
  [/^precondition-/, 412],
  [/^server-failed$/, 500],
];

/** HTTP status for a problem; 400 for an unknown code. */
export const getStatus = (problem: Problem): number =>
  STATUS_OF_CODE.find(([pattern]) => pattern.test(problem.code))?.[1] ?? 400;
