import { lazy, Suspense, useCallback, useState } from 'react';
import { HomeScreen } from '../../features/board/home-screen.tsx';
import { LoadingState, EmptyState } from '../../kit/pages/page-state.tsx';
import { useViewer } from '../../shared/viewer/viewer-context.tsx';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

const Enrolment = lazy(async () => ({
  default: (await import('../../features/account/enrolment/enrolment-screen.tsx')).EnrolmentScreen,
}));

/**
 * The board, or the setup of a second factor for members who may do nothing else yet. The setup
 * stays until the user closes it, because its last text matters after the board is allowed. Guests
 * without an organisation need no second factor.
 */
export function HomePage() {
  const { user } = useViewer();
  const isAlone = user !== null && user.accessLevel === 0 && user.domainId === null;
  const owes = user !== null && user.accessLevel === 0 && !isAlone;
  const [enrolling, setEnrolling] = useState(owes);
  if (owes && !enrolling) setEnrolling(true);
  const finish = useCallback(() => setEnrolling(false), []);
  if (isAlone) return <NoOrganisation />;
  return enrolling || owes ? (
    <Suspense fallback={<LoadingState />}>
      <Enrolment onDone={finish} />
    </Suspense>
  ) : (
    <HomeScreen />
  );
}

/**
 * The board for a user without an organisation: a guest, or an account before its first invitation.
 */
function NoOrganisation() {
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
