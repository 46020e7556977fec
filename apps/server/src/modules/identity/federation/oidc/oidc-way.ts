/**
 * An OpenID provider as it is configured: its end points, our account with it, and how it signs.
 */
export type OidcWay = {
  readonly name: 'line' | 'google';
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly signing: OidcSigning;
  /** Whether an address in the token is one that the provider itself has verified and says so. */
  readonly vouchesForAddresses: boolean;
  /**
   * What is added to the question when somebody has to sign in there again, and whether the token
   * then says when they did.
   */
  readonly anew: {
    readonly parameters: Readonly<Record<string, string>>;
    readonly withinSeconds: number | null;
  };
};

/** Fixed per provider: a token never chooses how it is checked. */
export type OidcSigning =
  | { readonly kind: 'secret'; readonly algorithm: 'HS256' }
  | {
      readonly kind: 'keys';
      readonly algorithms: readonly ('RS256' | 'ES256')[];
      readonly jwksUri: string;
    };

export type OidcEndPoints = {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly jwksUri: string;
};
export type OidcAccount = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
};

/** How long ago somebody may have signed in at the provider to count as signed in anew. */
const ANEW_SECONDS = 300;

/**
 * LINE signs the tokens of its web sign-in with the channel's secret, whatever its discovery
 * document says, and does not say whether it has verified an address.
 */
export const lineWay = (
  { issuer, authorizationEndpoint, tokenEndpoint }: Omit<OidcEndPoints, 'jwksUri'>,
  { clientId, clientSecret, scope }: OidcAccount,
): OidcWay => ({
  name: 'line',
  issuer,
  authorizationEndpoint,
  tokenEndpoint,
  clientId,
  clientSecret,
  scope,
  signing: { kind: 'secret', algorithm: 'HS256' },
  vouchesForAddresses: false,
  anew: {
    parameters: { prompt: 'login', max_age: String(ANEW_SECONDS) },
    withinSeconds: ANEW_SECONDS,
  },
});

/**
 * Google signs with its own keys; it asks for an account to be chosen, but does not say when its
 * password was typed.
 */
export const googleWay = (
  { issuer, authorizationEndpoint, tokenEndpoint, jwksUri }: OidcEndPoints,
  { clientId, clientSecret, scope }: OidcAccount,
): OidcWay => ({
  name: 'google',
  issuer,
  authorizationEndpoint,
  tokenEndpoint,
  clientId,
  clientSecret,
  scope,
  signing: { kind: 'keys', algorithms: ['RS256', 'ES256'], jwksUri },
  vouchesForAddresses: true,
  anew: { parameters: { prompt: 'select_account' }, withinSeconds: null },
});
