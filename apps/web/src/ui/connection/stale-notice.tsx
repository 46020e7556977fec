import { useTranslation } from 'react-i18next';
import { agoWords } from '../../text/age-words.ts';
import { useTimed } from '../clock/clock-context.tsx';
import { ToolIcon } from '../icons/tool-icon.tsx';
import { useLinkStanding } from './link-context.tsx';

/** Whether what is shown has to be greyed: two beats are missing. */
export function useLinkIsOld(): boolean {
  const { kind } = useLinkStanding();
  return kind === 'lost' || kind === 'refused';
}

/** Says above a list since when it is no longer fed; nothing while it is. */
export function StaleNotice({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('pages');
  const { t: offline } = useTranslation('offline');
  const { t: ages } = useTranslation('age');
  const standing = useLinkStanding();
  const since = standing.kind === 'lost' ? standing.since : null;
  const age = useTimed((nowMs) => (since === null ? '' : agoWords(ages, since, nowMs)));
  if (standing.kind !== 'lost') return null;
  return <p className={className} role="alert"><ToolIcon name="wifiOff" size={18} />{standing.fromCopy === true ? offline('copy', { age }) : t('stale', { age })}</p>;
}
