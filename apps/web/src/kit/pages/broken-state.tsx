import { useTranslation } from 'react-i18next';
import { Button } from '../form/button.tsx';
import { ChunkLoadError } from './lazy-component.tsx';
import { ErrorState } from './page-state.tsx';

type BrokenStateProps = {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly compact?: boolean;
};

/**
 * Replaces a failed region. Code that failed to load differs from a bug: it loads once the network
 * is back, or after a reload, which some browsers require before they fetch the same module again.
 */
export function ErrorFallback({ error, onRetry, compact = false }: BrokenStateProps) {
  const { t } = useTranslation('pages');
  const missing = error instanceof ChunkLoadError;
  return (
    <ErrorState
      title={missing ? t('notLoaded') : t('broken')}
      why={missing ? t('notLoadedWhy') : t('brokenWhy')}
      icon={missing ? 'wifiOff' : 'alert'}
      tone={missing ? 'warning' : 'danger'}
      compact={compact}
      next={
        <>
          <Button onClick={onRetry}>{t('retry')}</Button>
          {missing ? (
            <Button onClick={() => globalThis.location.reload()}>{t('reload')}</Button>
          ) : null}
        </>
      }
    />
  );
}
