import { useTranslation } from 'react-i18next';
import { formatAgo } from '../../locales/format-age.ts';
import { useTimed } from '../../kit/clock/clock-context.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import type { ConnectionStatus } from './link-context.tsx';
import css from './connection-banner.module.css';

type ConnectionBannerProps = {
  readonly status: ConnectionStatus;
  /** Reconnects now instead of waiting for the next attempt. */
  readonly onRetry: () => void;
};

/**
 * Warns above live data that it may be old, as soon as the connection is late, and offers a retry;
 * renders nothing while it is live.
 */
export function ConnectionBanner({ status, onRetry }: ConnectionBannerProps) {
  const { t } = useTranslation('pages');
  const { t: offline } = useTranslation('offline');
  const { t: ages } = useTranslation('age');
  const age = useTimed((nowMs) => ('since' in status ? formatAgo(ages, status.since, nowMs) : ''));
  const { kind } = status;
  if (kind === 'live' || kind === 'opening') return null;
  return (
    <div className={css['banner']} data-kind={kind} role="alert">
      <ToolIcon name="wifiOff" size={20} />
      <strong>{t(`link.${kind}`)}</strong>
      <span>
        {kind === 'lost' && status.fromCopy === true
          ? offline('copy', { age })
          : t(`link.${kind}Why`, { age })}
      </span>
      {kind === 'refused' ? null : (
        <button type="button" onClick={onRetry}>
          {t('link.retry')}
        </button>
      )}
    </div>
  );
}
