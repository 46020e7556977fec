/**
 * Paths of the calls that the sign-in page makes. The page checks replies without zod, so it
 * imports these and not the endpoints.
 */
export const SIGN_IN_PATHS = {
  read: '/api/session',
  signIn: '/api/session/sign-in',
  signOut: '/api/session/sign-out',
  refresh: '/api/session/refresh',
  proveSecondFactor: '/api/session/second-factor',
  secondFactorRequest: '/api/session/second-factor/passkey-request',
  leaveSecondFactor: '/api/session/second-factor/leave',
  passkeyRequest: '/api/session/passkey-request',
  signInByPasskey: '/api/session/passkey',
  startProvider: '/api/sign-in/:way/start',
  findSaml: '/api/saml/find',
  readSaml: '/api/saml/:id',
} as const;
