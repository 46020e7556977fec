import { refuse } from '@yamori/domain';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyRequest } from './session-client.ts';

/**
 * Whether this page can use passkeys: browsers offer them to named hosts that were reached safely.
 */
export const passkeysHere = (
  view: Pick<Window & typeof globalThis, 'isSecureContext' | 'location'> & {
    readonly PublicKeyCredential?: unknown;
  },
): boolean =>
  view.isSecureContext &&
  view.PublicKeyCredential !== undefined &&
  !/^(\d+\.\d+\.\d+\.\d+|\[.*\])$/.test(view.location.hostname);

/**
 * Asks for one of the passkeys that fit; null when nobody gave one.
 * @throws ProblemError `passkey-invalid`
 */
export async function askPasskey(request: PasskeyRequest): Promise<object | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // The server's library made it for the browser's; between them nobody looks inside.
  return orCancelled(() =>
    startAuthentication({ optionsJSON: request as PublicKeyCredentialRequestOptionsJSON }),
  );
}

/**
 * Makes a passkey; null when nobody wanted it after all.
 * @throws ProblemError `passkey-exists`, `passkey-invalid`
 */
export async function makePasskey(request: PasskeyRequest): Promise<object | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // As above.
  return orCancelled(() =>
    startRegistration({ optionsJSON: request as PublicKeyCredentialCreationOptionsJSON }),
  );
}

/** The browser says by an error's name what became of it. */
async function orCancelled(ask: () => Promise<object>): Promise<object | null> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    throw refuse(name === 'InvalidStateError' ? 'passkey-exists' : 'passkey-invalid');
  }
}
