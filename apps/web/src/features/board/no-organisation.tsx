import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/pages/page-state.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';

/**
 * The board of a user without an organisation: a guest, or an account before its first invitation.
 */
export function NoOrganisation() {
  const { t } = useTranslation('home');
  const { user } = useViewer();
  const who = user?.isAnonymous === true ? 'guest' : 'member';
  const next = (
    <>
      <Link to="/register">{t('alone.enterCode')}</Link>
      <Link to="/account-info">{t(`alone.${who}.next`)}</Link>
      <Link to="/help">{t('alone.help')}</Link>
    </>
  );
  return <EmptyState title={t(`alone.${who}.title`)} why={t(`alone.${who}.why`)} next={next} />;
}
