import { useTranslation } from 'react-i18next';
import { Age } from '../../kit/clock/age.tsx';
import {
  useConnectionStatus,
  type ConnectionStatus,
} from '../../shared/connection/link-context.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import css from './top-bar.module.css';

/** How fresh the page is: live, late or lost, with the time since when. */
export function ConnectionIndicator() {
  const { t } = useTranslation('frame');
  const status = useConnectionStatus();
  const word = getWord(status);
  const live = status.kind === 'live';
  return (
    <output
      className={css['sign']}
      data-tone={live ? 'good' : status.kind === 'opening' ? 'none' : 'warning'}
      title={live ? t('linkLiveHelp') : t('linkStaleHelp')}
    >
      <ToolIcon name={live || status.kind === 'opening' ? 'wifi' : 'wifiOff'} size={18} />
      <span className={css['signWord']}>{t(word)}</span>
      {status.kind === 'lost' ? <Age at={status.since} kind="since" /> : null}
    </output>
  );
}

function getWord({
  kind,
}: ConnectionStatus): 'linkLive' | 'linkOpening' | 'linkStale' | 'linkLost' {
  switch (kind) {
    case 'live':
      return 'linkLive';
    case 'opening':
      return 'linkOpening';
    case 'stale':
      return 'linkStale';
    case 'lost':
    case 'refused':
      return 'linkLost';
  }
}
