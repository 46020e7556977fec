import { z } from 'zod';
import { ACCESS_LEVELS } from '../access/access-level.ts';
import { MOST_NAME } from '../validation/person.ts';
import { oneLine } from '../validation/one-line.ts';

/** The end of the id of an organisation's provider: the way in is called `saml.{id}`. */
export const samlId = z.string().regex(/^[a-z0-9][a-z0-9-]{1,39}$/);

export const WAY_INTENTS = ['signIn', 'link', 'confirm'] as const;
export type WayIntent = (typeof WAY_INTENTS)[number];
export const WAY_FLOWS = ['popup', 'redirect'] as const;
export type WayFlow = (typeof WAY_FLOWS)[number];

/**
 * `POST /api/sign-in/{way}/start`: with nobody signed in to sign in, with somebody to link or to
 * show again that it is they.
 */
export const startWayCall = z.strictObject({
  intent: z.enum(WAY_INTENTS),
  flow: z.enum(WAY_FLOWS),
  /** Where to go afterwards: a path of ours. */
  next: z.string().max(1000),
  /** By which the page that opened a window knows what it says; null without one. */
  popupId: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,64}$/)
    .nullable(),
});
export type StartWayCall = z.infer<typeof startWayCall>;
/** Where to send the browser. */
export const startWayReply = z.strictObject({ address: z.string() });

/**
 * What became of it, as the address of `/handleauth` says it; never a secret, never anything about
 * anybody.
 */
export const WAY_OUTCOMES = ['signedIn', 'secondFactor', 'linked', 'confirmed', 'refused'] as const;
export type WayOutcome = (typeof WAY_OUTCOMES)[number];

/** `POST /api/account/providers/unlink`: `email`, `line`, `google` or `saml.{id}`. */
export const unlinkProviderCall = z.strictObject({ provider: z.string().max(60) });

/** `POST /api/saml/find`: by the code that everybody in the organisation knows. */
export const findSamlCall = z.strictObject({ organisationCode: z.string().trim().min(1).max(40) });
/** What somebody may know who is about to sign in with it. */
export const samlWayReply = z.strictObject({ id: z.string(), name: z.string() });
export type SamlWay = z.infer<typeof samlWayReply>;

const attributeName = z.string().trim().min(1).max(300).nullable();

/** What an administrator fills in for the organisation's identity provider. */
export const samlProviderInput = z.strictObject({
  id: samlId,
  name: oneLine(MOST_NAME).min(1),
  entityId: z.string().trim().min(1).max(1000),
  signInUrl: z.url({ protocol: /^https?$/ }).max(1000),
  /** PEM, or the bare base64 of metadata; several while the provider changes its key. */
  certificates: z.array(z.string().min(1).max(20_000)).min(1).max(4),
  /** Also takes responses that nobody asked for. */
  allowIdpInitiated: z.boolean(),
  /** Null: the names that most providers use. */
  emailAttribute: attributeName,
  nameAttribute: attributeName,
  /** Somebody who is no member yet joins as general staff and nothing higher; null: is refused. */
  joinLevel: z.literal(ACCESS_LEVELS.generalStaff).nullable(),
});
export type SamlProviderInput = z.infer<typeof samlProviderInput>;

/** With our own addresses, which the identity provider has to know. */
export const samlProviderEntry = samlProviderInput.extend({
  way: z.string(),
  audience: z.string(),
  acsUrl: z.string(),
  vouchesUpTo: z.int(),
  certificateEndsAt: z.array(z.string()),
});
export type SamlProviderEntry = z.infer<typeof samlProviderEntry>;
export const samlProviderListReply = z.strictObject({ providers: z.array(samlProviderEntry) });
