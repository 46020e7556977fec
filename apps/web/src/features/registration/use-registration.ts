import type { Language, Problem } from '@yamori/domain';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { outcomeOf } from '../../client/call-outcome.ts';
import { useEntry } from '../../client/registration/entry-context.tsx';
import { forgetSecret, keptSecret } from '../../client/registration/kept-secret.ts';
import { createRegistrationClient, type RegistrationClient } from '../../client/registration/registration-client.ts';

export function useRegistration(): RegistrationClient {
  const { http } = useEntry();
  return useMemo(() => createRegistrationClient(http), [http]);
}

/**
 * What stands behind `#`: browsers send it to nobody. An invitation's address may hold a proof of the e-mail address too, after a dot.
 * Whoever comes back from signing in finds it there again.
 */
export function useSecrets(): { readonly code: string; readonly proof: string } {
  const { hash, pathname, href } = useLocation();
  const navigate = useNavigate();
  const kept = hash === '' ? keptSecret(pathname) : '';
  useEffect(() => {
    if (kept !== '') void navigate({ href: `${href}#${kept}`, replace: true }).then(forgetSecret);
  }, [kept, href, navigate]);
  const [code = '', proof = ''] = (kept === '' ? hash : kept).split('.');
  return { code, proof };
}

export function useSpokenLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? 'en' : 'ja';
}

/** Something that is asked for once when a page opens, and again when somebody wants it. */
type Answer<Value> = { readonly kind: 'checking' } | { readonly kind: 'ready'; readonly value: Value } | { readonly kind: 'refused'; readonly problem: Problem };
export type Checked<Value> = Answer<Value> & { readonly again: () => void };

/** Asks again when `key` changes; null asks for nothing. */
export function useChecked<Value>(key: string | null, ask: () => Promise<Value>): Checked<Value> {
  const [state, setState] = useState<Answer<Value>>({ kind: 'checking' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let left = false;
    if (key === null) return undefined;
    setState({ kind: 'checking' });
    outcomeOf(ask).then((outcome) => { if (!left) setState(outcome.kind === 'done' ? { kind: 'ready', value: outcome.value } : outcome); }, (error: unknown) => { throw error; });
    return () => { left = true; };
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked for; the call is made anew at every rendering
  }, [key, round]);
  return { ...state, again: () => setRound(round + 1) };
}

/** The problem that a call was refused with, for a form to show; null when it was done. */
export async function problemOf(call: () => Promise<unknown>): Promise<Problem | null> {
  const outcome = await outcomeOf(call);
  return outcome.kind === 'refused' ? outcome.problem : null;
}
