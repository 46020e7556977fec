import { useTranslation } from 'react-i18next';
import { Button } from '../form/button.tsx';
import { PartNotLoaded } from './lazy-part.tsx';
import { TroubleState } from './page-state.tsx';

type BrokenStateProps = {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly compact?: boolean;
};

/**
 * In the place of what broke. A part that could not be fetched is another matter than a fault of
 * ours: it comes with the network, or after the page was loaded anew, which a browser may insist on
 * before it fetches the same part again.
 */
export function BrokenState({ error, onRetry, compact = false }: BrokenStateProps) {
  const { t } = useTranslation('pages');
  const missing = error instanceof PartNotLoaded;
  return (
    <TroubleState
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
