import { lazy, Suspense } from 'react';
import { MonitoringScreen } from '../../features/board/wall/monitoring-screen.tsx';
import { useUrlParams } from '../../kit/url-state/use-url-params.ts';
import { LoadingState } from '../../kit/pages/page-state.tsx';

const Replay = lazy(async () => ({
  default: (await import('../../features/nights/replay/replay-screen.tsx')).ReplayScreen,
}));

/** The live wall, or the replay of the night in the URL. */
export function MonitoringPage() {
  const [values] = useUrlParams();
  return values['replay'] === undefined ? (
    <MonitoringScreen />
  ) : (
    <Suspense fallback={<LoadingState />}>
      <Replay />
    </Suspense>
  );
}
