import type { Problem, SessionEndReason, SessionReply, UserInfo } from '@yamori/domain';
import {
  between,
  either,
  exactly,
  getField,
  fields,
  figure,
  isObject,
  list,
  nullable,
  text,
  truth,
  wholeNumber,
  type Shape,
} from './reply-shape.ts';

const isUserInfo: Shape<UserInfo> = fields({
  providerId: text,
  displayName: text,
  email: nullable(text),
  phoneNumber: nullable(text),
  photoURL: nullable(text),
  uid: text,
  isEmailVerified: truth,
  isAnonymous: truth,
  loginProviders: list(fields({ provider: text, uid: text })),
  accessLevel: between(0, 200),
  domainId: nullable(text),
  rootDomainId: nullable(text),
  singleTimeToken: nullable(text),
  mfas: list(fields({ id: text, kind: text, name: text })),
  signInTime: text,
});

// As in the contract: a test compares the two.
const END_REASONS: readonly SessionEndReason[] = [
  'endedElsewhere',
  'endedByManager',
  'suspended',
  'expired',
  'passwordChanged',
  'levelChanged',
  'factorAdded',
  'emailChanged',
  'wayRemoved',
  'accountDeleted',
];
const isEndReason: Shape<SessionEndReason> = (value): value is SessionEndReason =>
  END_REASONS.some((reason) => reason === value);

/** Accepts the same as `sessionReply` of the contract, without its library. */
export const isSessionReply: Shape<SessionReply> = fields({
  user: nullable(isUserInfo),
  pending: nullable(
    fields({
      kinds: list(either(exactly('totp'), either(exactly('backupCode'), exactly('passkey')))),
      expiresAt: text,
    }),
  ),
  ended: nullable(fields({ reason: isEndReason, at: text })),
  waysIn: fields({
    password: truth,
    line: truth,
    google: truth,
    saml: truth,
    passkey: truth,
    anonymous: truth,
    signUp: truth,
    registerDomain: truth,
    domainByMail: truth,
    passwordReset: truth,
  }),
  reach: either(exactly('everything'), list(text)),
  hasOwnHome: truth,
  demonstrationAccounts: list(fields({ email: text, password: text, accessLevel: wholeNumber })),
});

/**
 * Accepts the same as `passkeyOptionsReply` of the contract; only the browser reads the options.
 */
export const isPasskeyReply: Shape<{ options: { challenge: string } }> = (
  value,
): value is { options: { challenge: string } } =>
  isObject(value) && Object.keys(value).length === 1 && isChallenge(getField(value, 'options'));
const isChallenge: Shape<{ challenge: string }> = (value): value is { challenge: string } =>
  isObject(value) && text(getField(value, 'challenge'));

/** Accepts the same as `problem` of the contract; ignores unknown fields. */
export const isProblem: Shape<Problem> = (value): value is Problem =>
  isObject(value) &&
  text(getField(value, 'code')) &&
  has(value, 'place', text) &&
  has(value, 'retryAfterSeconds', figure) &&
  has(value, 'details', isDetails) &&
  has(value, 'issues', list(isIssue));

const has = (value: object, key: string, shape: Shape<unknown>): boolean =>
  getField(value, key) === undefined || shape(getField(value, key));
const isDetails: Shape<object> = (value): value is object =>
  isObject(value) && Object.values(value).every(either(text, figure));
const isIssue: Shape<object> = (value): value is object =>
  isObject(value) &&
  text(getField(value, 'field')) &&
  text(getField(value, 'code')) &&
  has(value, 'details', isDetails);
