import { ProblemError, type Language } from '@yamori/domain';
import { useEffect, useRef } from 'react';
import { useMemberLanguageApi } from '../api.ts';
import { usePreferences } from '../../kit/theme/preferences-context.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { takeChosenLanguage } from './chosen-language.ts';

/** The language stored by the server; null until it is known. */
type StoredLanguage = { userId: string | null; language: Language | null };

/**
 * Applies a member's language when they sign in, and saves another choice to the server, even one
 * made before the sign-in.
 */
export function useMemberLanguage(): void {
  const { read, store } = useMemberLanguageApi();
  const { user } = useViewer();
  const [{ language }, change] = usePreferences();
  const kept = useRef<StoredLanguage>({ userId: null, language: null });
  const userId = user === null || user.singleTimeToken !== null ? null : user.uid;
  useEffect(() => {
    if (userId === null) return;
    const isFirst = kept.current.userId !== userId;
    const settle = async (): Promise<void> => {
      if (isFirst) {
        const stored = await read();
        kept.current = { userId, language: stored };
        const isChosen = takeChosenLanguage(globalThis.sessionStorage, Date.now()) === language;
        if (stored !== null && stored !== language && !isChosen) {
          change({ language: stored });
          return;
        }
      }
      if (kept.current.language === language) return;
      kept.current = { userId, language };
      await store(language);
    };
    // On an error, the browser's setting applies.
    settle().catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
    });
  }, [read, store, userId, language, change]);
}
