/** A configured OpenID provider: its endpoints, our client and its signature method. */
export type OidcProvider = {
  readonly name: 'line' | 'google';
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly signing: OidcSigning;
  /** Whether the provider verifies addresses and states it in `email_verified`. */
  readonly trustsEmailVerified: boolean;
  /**
   * Parameters that request a new sign-in, and the maximum age of `auth_time`; null if the token
   * lacks it.
   */
  readonly reauthentication: {
    readonly parameters: Readonly<Record<string, string>>;
    readonly maxAgeSeconds: number | null;
  };
};

/** Fixed per provider: a token must not choose how it is verified. */
type OidcSigning =
  | { readonly kind: 'secret'; readonly algorithm: 'HS256' }
  | {
      readonly kind: 'keys';
      readonly algorithms: readonly ('RS256' | 'ES256')[];
      readonly jwksUri: string;
    };

type OidcEndPoints = {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly jwksUri: string;
};
type OidcAccount = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
};

/** Maximum age of a sign-in at the provider for a confirmation. */
const REAUTHENTICATION_MAX_AGE_SECONDS = 300;

/**
 * LINE signs ID tokens of web sign-in with the channel secret, contrary to its discovery document,
 * and does not state whether an address is verified.
 */
export const lineProvider = (
  { issuer, authorizationEndpoint, tokenEndpoint }: Omit<OidcEndPoints, 'jwksUri'>,
  { clientId, clientSecret, scope }: OidcAccount,
): OidcProvider => ({
  name: 'line',
  issuer,
  authorizationEndpoint,
  tokenEndpoint,
  clientId,
  clientSecret,
  scope,
  signing: { kind: 'secret', algorithm: 'HS256' },
  trustsEmailVerified: false,
  reauthentication: {
    parameters: { prompt: 'login', max_age: String(REAUTHENTICATION_MAX_AGE_SECONDS) },
    maxAgeSeconds: REAUTHENTICATION_MAX_AGE_SECONDS,
  },
});

/**
 * Google signs with its own keys. It lets the user choose an account but does not say when they
 * entered the password.
 */
export const googleProvider = (
  { issuer, authorizationEndpoint, tokenEndpoint, jwksUri }: OidcEndPoints,
  { clientId, clientSecret, scope }: OidcAccount,
): OidcProvider => ({
  name: 'google',
  issuer,
  authorizationEndpoint,
  tokenEndpoint,
  clientId,
  clientSecret,
  scope,
  signing: { kind: 'keys', algorithms: ['RS256', 'ES256'], jwksUri },
  trustsEmailVerified: true,
  reauthentication: { parameters: { prompt: 'select_account' }, maxAgeSeconds: null },
});
