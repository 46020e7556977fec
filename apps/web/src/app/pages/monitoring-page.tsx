import { lazy, Suspense } from 'react';
import { MonitoringScreen } from '../../features/board/wall/monitoring-screen.tsx';
import { useAddress } from '../../kit/url-state/use-address.ts';
import { LoadingState } from '../../kit/pages/page-state.tsx';

const Replay = lazy(async () => ({
  default: (await import('../../features/nights/replay/replay-screen.tsx')).ReplayScreen,
}));

/** The wall, live; or, with a night in the address, that night played again. */
export function MonitoringPage() {
  const [values] = useAddress();
  return values['replay'] === undefined ? (
    <MonitoringScreen />
  ) : (
    <Suspense fallback={<LoadingState />}>
      <Replay />
    </Suspense>
  );
}
