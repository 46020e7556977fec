import type { Language, Problem } from '@yamori/domain';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../../call-outcome.ts';
import { forgetSecret, keptSecret } from '../../shared/registration/kept-secret.ts';

/**
 * The secrets in the fragment, which browsers do not send. An invitation's fragment may also
 * contain a proof of the e-mail address, after a dot. It survives an intermediate sign-in.
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

/** The problem of a failed call, for a form to show; null on success. */
export async function runForProblem(call: () => Promise<unknown>): Promise<Problem | null> {
  const outcome = await attempt(call);
  return outcome.kind === 'refused' ? outcome.problem : null;
}
