import { ProblemError, type PasskeyAssertion, type PasskeyAttestation } from '@yamori/domain';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyRequest } from './session-client.ts';

/** Whether this page can use passkeys: browsers require a host name and a secure connection. */
export const passkeysHere = (
  view: Pick<Window & typeof globalThis, 'isSecureContext' | 'location'> & {
    readonly PublicKeyCredential?: unknown;
  },
): boolean =>
  view.isSecureContext &&
  view.PublicKeyCredential !== undefined &&
  !/^(\d+\.\d+\.\d+\.\d+|\[.*\])$/.test(view.location.hostname);

/** Asks for one of the matching passkeys; null if the user cancelled. */
export async function askPasskey(request: PasskeyRequest): Promise<PasskeyAssertion | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // The server's library made it for the browser's, and checks the answer.
  const optionsJSON = request as PublicKeyCredentialRequestOptionsJSON;
  return orCancelled(async () => (await startAuthentication({ optionsJSON })) as PasskeyAssertion);
}

/** Creates a passkey; null if the user cancelled. */
export async function makePasskey(request: PasskeyRequest): Promise<PasskeyAttestation | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // As above.
  const optionsJSON = request as PublicKeyCredentialCreationOptionsJSON;
  return orCancelled(async () => (await startRegistration({ optionsJSON })) as PasskeyAttestation);
}

/** The browser reports the outcome as the name of an error. */
async function orCancelled<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    throw new ProblemError(name === 'InvalidStateError' ? 'passkey-exists' : 'passkey-invalid');
  }
}
