import { useTranslation } from 'react-i18next';
import { Age } from '../../kit/clock/age.tsx';
import { useLinkStanding, type LinkStanding } from '../../shared/connection/link-context.tsx';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import css from './top-bar.module.css';

/** How fresh the page is: live, late or lost, with the time since when. */
export function ConnectionIndicator() {
  const { t } = useTranslation('frame');
  const standing = useLinkStanding();
  const word = wordOf(standing);
  const live = standing.kind === 'live';
  return (
    <output
      className={css['sign']}
      data-tone={live ? 'good' : standing.kind === 'opening' ? 'none' : 'warning'}
      title={live ? t('linkLiveHelp') : t('linkStaleHelp')}
    >
      <ToolIcon name={live || standing.kind === 'opening' ? 'wifi' : 'wifiOff'} size={18} />
      <span className={css['signWord']}>{t(word)}</span>
      {standing.kind === 'lost' ? <Age at={standing.since} kind="since" /> : null}
    </output>
  );
}

function wordOf({ kind }: LinkStanding): 'linkLive' | 'linkOpening' | 'linkStale' | 'linkLost' {
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
