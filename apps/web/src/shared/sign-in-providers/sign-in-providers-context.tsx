import type { OfferedSignInMethods } from '@yamori/domain';
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useSyncExternalStore,
} from 'react';
import {
  createSignInLauncher,
  type SignInLauncher,
  type SignInAttempt,
} from './sign-in-launcher.ts';
import { toSignInWindow } from './sign-in-window.ts';
import type { SignInProvidersClient } from './api.ts';

/** The interface for screens with external sign-in providers; injected by the app. */
export type SignInProviders = {
  readonly client: SignInProvidersClient;
  /** The providers of this installation. */
  readonly offered: () => OfferedSignInMethods;
};

export const SignInProvidersContext = createContext<SignInProviders | null>(null);

export function useSignInProviders(): SignInProviders {
  const providers = useContext(SignInProvidersContext);
  if (providers === null)
    throw new Error('useSignInProviders must be used inside <SignInProvidersContext>');
  return providers;
}

/**
 * A launcher for this screen, closed with it, and the state of its flow. `onDone`: called once for
 * each success, with its outcome.
 */
export function useSignInLauncher(
  onDone: (method: string, outcome: string) => void,
): readonly [SignInAttempt, SignInLauncher] {
  const { client } = useSignInProviders();
  const launcher = useMemo(
    () => createSignInLauncher(client, toSignInWindow(globalThis.window)),
    [client],
  );
  useEffect(() => () => launcher.close(), [launcher]);
  const attempt = useSyncExternalStore(launcher.subscribe, launcher.current);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (attempt.kind === 'done') done(attempt.method, attempt.outcome);
  }, [attempt]);
  return [attempt, launcher];
}
