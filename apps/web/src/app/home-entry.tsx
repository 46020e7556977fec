import { lazy, Suspense, useCallback, useState } from 'react';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { LoadingState } from '../ui/pages/page-state.tsx';
import { useViewer } from '../ui/viewer/viewer-context.tsx';

const Enrolment = lazy(async () => ({ default: (await import('../features/account/enrolment/enrolment-screen.tsx')).EnrolmentScreen }));

/**
 * The board, or the registering of a second factor for who may do nothing else yet. That stays until it says so itself: its
 * last words are for the eyes of somebody who may see the board by then.
 */
export function HomeEntry() {
  const { user } = useViewer();
  const owes = user !== null && user.accessLevel === 0;
  const [enrolling, setEnrolling] = useState(owes);
  if (owes && !enrolling) setEnrolling(true);
  const finish = useCallback(() => setEnrolling(false), []);
  return enrolling || owes ? <Suspense fallback={<LoadingState />}><Enrolment onDone={finish} /></Suspense> : <HomeScreen />;
}
