import type { Language, Problem } from '@yamori/domain';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { outcomeOf } from '../../call-outcome.ts';
import { forgetSecret, keptSecret } from '../../shared/registration/kept-secret.ts';

/**
 * What stands behind `#`: browsers send it to nobody. An invitation's address may hold a proof of
 * the e-mail address too, after a dot. Whoever comes back from signing in finds it there again.
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

/** The problem that a call was refused with, for a form to show; null when it was done. */
export async function problemOf(call: () => Promise<unknown>): Promise<Problem | null> {
  const outcome = await outcomeOf(call);
  return outcome.kind === 'refused' ? outcome.problem : null;
}
