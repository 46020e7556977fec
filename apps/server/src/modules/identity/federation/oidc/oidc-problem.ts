import { errors } from 'jose';
import * as oauth from 'oauth4webapi';
import { ProblemError } from '@yamori/domain';
import { rejectIdentity } from '../identity-problem.ts';

/** Maps library errors to problems. Reasons never contain values from the token or the reply. */
export function toOidcProblem(error: unknown): Error {
  if (error instanceof ProblemError) return error;
  if (error instanceof oauth.AuthorizationResponseError)
    return error.error === 'access_denied'
      ? new ProblemError('sign-in-cancelled')
      : rejectIdentity(`provider-said-${plain(error.error)}`);
  if (error instanceof oauth.ResponseBodyError)
    return error.status >= 500 ? unavailable() : rejectIdentity(`token-${plain(error.error)}`);
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return rejectIdentity('token-challenge');
  if (error instanceof oauth.OperationProcessingError) return rejectIdentity(getReason(error));
  if (error instanceof errors.JWKSTimeout) return unavailable();
  if (error instanceof errors.JOSEError)
    return rejectIdentity(plain(error.code.replace(/^ERR_/, '').toLowerCase()));
  // fetch throws these on network errors and timeouts.
  if (
    error instanceof TypeError ||
    (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name))
  )
    return unavailable();
  return error instanceof Error
    ? error
    : new Error('provider reply not understood; see the cause', { cause: error });
}

const unavailable = (): ProblemError => new ProblemError('provider-unavailable');

/** The library names the invalid claim; the claims themselves stay out of the log. */
function getReason(error: oauth.OperationProcessingError): string {
  const { cause } = error;
  const claim =
    typeof cause === 'object' &&
    cause !== null &&
    'claim' in cause &&
    typeof cause.claim === 'string'
      ? cause.claim
      : null;
  return claim === null
    ? plain((error.code ?? 'response').replace(/^OAUTH_/, '').toLowerCase())
    : `claim-${plain(claim)}`;
}

const plain = (text: string): string =>
  text
    .replace(/[^a-z0-9_-]/gi, '')
    .replaceAll('_', '-')
    .slice(0, 60);
