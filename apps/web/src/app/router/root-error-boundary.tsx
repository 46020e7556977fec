import { useEffect } from 'react';
import { LAST_WORDS } from '../../locales/last-words.ts';
import { Button } from '../../kit/form/button.tsx';
import { ErrorState } from '../../kit/pages/page-state.tsx';
import css from '../layout/layouts.module.css';

/**
 * Replaces the whole page when its frame or its texts did not load, and warns that monitoring has
 * stopped. Its own text and the page's language are always loaded.
 */
export function RootErrorBoundary() {
  const words = document.documentElement.lang === 'en' ? LAST_WORDS.en : LAST_WORDS.ja;
  useEffect(() => {
    document.title = words.title;
  }, [words]);
  return (
    <main className={css['plain']}>
      <ErrorState
        title={words.title}
        why={words.why}
        icon="alert"
        tone="danger"
        next={<Button onClick={() => globalThis.location.reload()}>{words.reload}</Button>}
      />
    </main>
  );
}
