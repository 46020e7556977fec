import { z } from 'zod';

/** Bytes in base64url, the encoding of WebAuthn JSON. */
const bytesText = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]*$/);

/**
 * Options for a browser's passkey call. The server creates them for one ceremony; only the browser
 * reads them.
 */
export const passkeyOptionsReply = z.strictObject({
  options: z.looseObject({ challenge: z.string() }),
});

const credential = {
  id: bytesText,
  rawId: bytesText,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};

/** A passkey's answer when it proves its owner. */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytesText,
    authenticatorData: bytesText,
    signature: bytesText,
    userHandle: bytesText.optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** The credential of a new passkey. */
export const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytesText,
    attestationObject: bytesText,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>;
