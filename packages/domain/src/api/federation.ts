import { z } from 'zod';
import { ACCESS_LEVELS } from '../access/access-level.ts';
import { oneLine } from '../validation/one-line.ts';
import { MAX_NAME } from '../validation/person.ts';
import { endpoint } from './endpoint.ts';
import { SIGN_IN_PATHS } from './sign-in-paths.ts';

/** The suffix of the id of an organisation's provider: its sign-in method is `saml.{id}`. */
export const samlId = z.string().regex(/^[a-z0-9][a-z0-9-]{1,39}$/);

export const SIGN_IN_INTENTS = ['signIn', 'link', 'confirm'] as const;
export type SignInIntent = (typeof SIGN_IN_INTENTS)[number];
export const SIGN_IN_FLOWS = ['popup', 'redirect'] as const;
export type SignInFlow = (typeof SIGN_IN_FLOWS)[number];

/** Signed-out users sign in; signed-in users link or confirm their identity. */
const startSignInCall = z.strictObject({
  intent: z.enum(SIGN_IN_INTENTS),
  flow: z.enum(SIGN_IN_FLOWS),
  /** Target after the sign-in: a path of this installation. */
  next: z.string().max(1000),
  /** Id of the popup, which its messages carry; null without a popup. */
  popupId: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,64}$/)
    .nullable(),
});
export type StartSignInCall = z.infer<typeof startSignInCall>;
/** Outcome in the address of `/handleauth`; contains no secret and no personal data. */
export const PROVIDER_OUTCOMES = [
  'signedIn',
  'secondFactor',
  'linked',
  'confirmed',
  'refused',
] as const;
export type SignInOutcome = (typeof PROVIDER_OUTCOMES)[number];

/** Public data about a provider, for the sign-in page. */
const samlProviderName = z.strictObject({ id: z.string(), name: z.string() });
export type SamlProviderName = z.infer<typeof samlProviderName>;

const attributeName = z.string().trim().min(1).max(300).nullable();

/** Settings that an administrator enters for the organisation's identity provider. */
const samlProviderInput = z.strictObject({
  id: samlId,
  name: oneLine(MAX_NAME).min(1),
  entityId: z.string().trim().min(1).max(1000),
  signInUrl: z.url({ protocol: /^https?$/ }).max(1000),
  /** PEM, or the bare base64 of metadata; several while the provider changes its key. */
  certificates: z.array(z.string().min(1).max(20_000)).min(1).max(4),
  /** Also accepts IdP-initiated responses, without a request of ours. */
  allowIdpInitiated: z.boolean(),
  /** Null: the usual names. */
  emailAttribute: attributeName,
  nameAttribute: attributeName,
  /** The level at which unknown users join, general staff at most; null: they are rejected. */
  joinLevel: z.literal(ACCESS_LEVELS.generalStaff).nullable(),
});
export type SamlProviderInput = z.infer<typeof samlProviderInput>;

/** Includes our own addresses, which the identity provider needs. */
export const samlProviderEntry = samlProviderInput.extend({
  way: z.string(),
  audience: z.string(),
  acsUrl: z.string(),
  vouchesUpTo: z.int(),
  certificateEndsAt: z.array(z.string()),
});
export type SamlProviderEntry = z.infer<typeof samlProviderEntry>;

const samlParams = z.strictObject({ id: samlId });
const methodParams = z.strictObject({ way: z.string().max(60) });
const domainParams = z.strictObject({ domainId: z.string().min(1).max(100) });

const OF_DOMAIN = ['access-refused', 'entry-not-found'] as const;
/** These calls redirect to `/handleauth`, whose pages show the outcome. */
const REDIRECT = ['text/html'] as const;

/** Sign-in by external providers: LINE, Google, and organisations' identity providers (SAML). */
export const federationApi = {
  start: endpoint({
    method: 'POST',
    path: SIGN_IN_PATHS.startProvider,
    summary: 'Start signing in, linking an account or confirming an action with a provider',
    caller: 'anyone',
    params: methodParams,
    body: startSignInCall,
    /** Where to send the browser. */
    reply: z.strictObject({ address: z.string() }),
    problems: [
      'sign-in-conflict',
      'session-required',
      'account-forbidden',
      'sign-in-way-refused',
      'confirmation-required',
      'way-not-found',
      'saml-provider-not-found',
      'provider-unavailable',
      'public-address-missing',
    ],
  }),
  /** `provider`: `email`, `line`, `google` or `saml.{id}`. */
  unlink: endpoint({
    method: 'POST',
    path: '/api/account/providers/unlink',
    summary: "Unlink a provider from the caller's account",
    caller: 'owner',
    body: z.strictObject({ provider: z.string().max(60) }),
    problems: ['confirmation-required', 'provider-invalid', 'provider-last'],
  }),
  /** The provider defines the query; the handler parses it. */
  oidcCallback: endpoint({
    method: 'GET',
    path: '/api/sign-in/:way/callback',
    summary: 'Receive the browser from an OpenID provider and redirect it to the application',
    caller: 'anyone',
    params: methodParams,
    file: REDIRECT,
    problems: ['way-not-found'],
  }),
};

/**
 * Calls for users who sign in by an organisation's identity provider, and for the provider itself.
 */
export const samlApi = {
  read: endpoint({
    method: 'GET',
    path: SIGN_IN_PATHS.readSaml,
    summary: 'Read the name of a SAML identity provider',
    caller: 'anyone',
    params: samlParams,
    reply: samlProviderName,
    problems: ['saml-provider-not-found'],
  }),
  /** Finds the organisation by its code, which its members know. */
  find: endpoint({
    method: 'POST',
    path: SIGN_IN_PATHS.findSaml,
    summary: 'Find the SAML identity provider of an organisation',
    caller: 'anyone',
    body: z.strictObject({ organisationCode: z.string().trim().min(1).max(40) }),
    reply: samlProviderName,
    problems: ['saml-provider-not-found'],
  }),
  metadata: endpoint({
    method: 'GET',
    path: '/api/saml/:id/metadata',
    summary: 'Download our SAML metadata for the configuration of an identity provider',
    caller: 'anyone',
    params: samlParams,
    file: ['application/samlmetadata+xml'],
    problems: ['saml-provider-not-found', 'public-address-missing'],
  }),
  /** A form posted from the identity provider's site, as the SAML binding requires. */
  acs: endpoint({
    method: 'POST',
    path: '/api/saml/:id/acs',
    summary: 'Receive a response of a SAML identity provider and redirect the browser',
    caller: 'anyone',
    params: samlParams,
    upload: ['application/x-www-form-urlencoded'],
    body: z.object({
      SAMLResponse: z.string().min(1),
      RelayState: z.string().max(2000).optional(),
    }),
    file: REDIRECT,
    problems: [],
  }),
  finish: endpoint({
    method: 'GET',
    path: '/api/saml/:id/finish',
    summary:
      'Complete the sign-in with the SAML response received before, and redirect the browser',
    caller: 'anyone',
    params: samlParams,
    file: REDIRECT,
    problems: [],
  }),
};

/** An organisation's identity providers, for those who have all permissions in it. */
export const samlProviderApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/domains/:domainId/saml-providers',
    summary: 'List the SAML identity providers of an organisation',
    caller: 'member',
    params: domainParams,
    reply: z.strictObject({ providers: z.array(samlProviderEntry) }),
    problems: [...OF_DOMAIN, 'public-address-missing'],
  }),
  /** Adds one, or changes the one with this id. */
  save: endpoint({
    method: 'POST',
    path: '/api/domains/:domainId/saml-providers',
    summary: 'Add or change a SAML identity provider of an organisation',
    caller: 'member',
    params: domainParams,
    body: samlProviderInput,
    reply: samlProviderEntry,
    problems: [
      ...OF_DOMAIN,
      'confirmation-required',
      'value-invalid',
      'saml-certificate-invalid',
      'saml-provider-exists',
      'public-address-missing',
    ],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/domains/:domainId/saml-providers/:id/remove',
    summary: 'Remove a SAML identity provider of an organisation',
    caller: 'member',
    params: domainParams.extend({ id: samlId }),
    problems: [...OF_DOMAIN, 'confirmation-required', 'saml-provider-not-found'],
  }),
};
