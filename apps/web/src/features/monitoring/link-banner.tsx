import { useTranslation } from 'react-i18next';
import { useLink, useLinkState } from '../../client/documents-context.tsx';
import { agoWords } from '../../text/age-words.ts';
import { useTimed } from '../../ui/clock/clock-context.tsx';
import { ToolIcon } from '../../ui/icons/tool-icon.tsx';
import css from './monitoring.module.css';

/** Says that what is shown may be old, as soon as the link is late; nothing while it is live. */
export function LinkBanner() {
  const { t } = useTranslation('monitoring');
  const { t: ages } = useTranslation('age');
  const link = useLink();
  const state = useLinkState();
  const age = useTimed((nowMs) => ('since' in state ? agoWords(ages, state.since, nowMs) : ''));
  if (state.kind === 'live') return null;
  return (
    <div className={css['banner']} data-kind={state.kind} role="alert">
      <ToolIcon name="wifiOff" size={20} />
      <strong>{t(`link.${state.kind}`)}</strong>
      <span>{t(`link.${state.kind}Why`, { age })}</span>
      {state.kind === 'refused' ? null : <button type="button" onClick={link.wake}>{t('link.retry')}</button>}
    </div>
  );
}
