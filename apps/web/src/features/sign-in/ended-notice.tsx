import type { SessionEnd } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { momentWords, wholeMoment } from '../../text/moment-words.ts';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import css from './login.module.css';

/**
 * Why this browser is signed out although nobody signed out at it, since when, and what to do next.
 */
export function EndedNotice({ ended: { reason, at } }: { readonly ended: SessionEnd }) {
  const { t, i18n } = useTranslation('session');
  return (
    <output className={css['ended']}>
      <ToolIcon name="info" size={18} />
      <span>
        <strong>{t(`ended.${reason}`)}</strong>
        <span>{t(`endedNext.${reason}`)}</span>
        <small>{momentWords(i18n.language, wholeMoment(i18n.language))(at)}</small>
      </span>
    </output>
  );
}
