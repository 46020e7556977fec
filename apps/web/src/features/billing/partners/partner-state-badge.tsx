import { useTranslation } from 'react-i18next';
import { ToolIcon, type ToolIconName } from '../../../kit/icons/tool-icon.tsx';
import type { Partner } from './partner-source.ts';
import css from './partners.module.css';

const ICONS: Readonly<Record<Partner['state'], ToolIconName>> = {
  active: 'check',
  paused: 'alert',
  ended: 'close',
};

/** The state of a partner as shape, colour and text. */
export function PartnerStateBadge({ state }: { readonly state: Partner['state'] }) {
  const { t } = useTranslation('partners');
  return (
    <span className={css['state']} data-state={state}>
      <ToolIcon name={ICONS[state]} size={16} />
      {t(`states.${state}`)}
    </span>
  );
}
