import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sendUsageReport } from '../api.ts';
import { wantsNotToBeCounted } from '../../api/do-not-count.ts';
import { knownUsageChoice, useUsageChoiceApi } from '../../api/usage-choice.ts';
import { UsageCollector } from './usage-collector.ts';
import { watchVitals } from './web-vitals.ts';

const REPORT_EVERY_MS = 60_000;

/** Counts screens and their speed during a session, unless the browser or the member objects. */
export function useUsage(): void {
  const router = useRouter();
  const { read } = useUsageChoiceApi();
  useEffect(() => {
    if (wantsNotToBeCounted(navigator)) return undefined;
    const vitals = watchVitals();
    // Counts are held back until the choice is known, and discarded if the member objects.
    read().catch(() => undefined);
    const collector = new UsageCollector({
      takeVitals: vitals.take,
      send: (report) => knownUsageChoice() === true && sendUsageReport(report),
    });
    let counted = '';
    const open = (): void => {
      const {
        matches,
        location: { pathname },
      } = router.state;
      const routeId = matches.at(-1)?.staticData.routeId;
      // The frame may mount before the first route exists, which then counts as a navigation.
      if (routeId === undefined || pathname === counted) return;
      counted = pathname;
      collector.opened(routeId);
    };
    const whenHidden = (): void => {
      if (document.visibilityState === 'hidden') collector.report();
    };
    open();
    const endRouter = router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) open();
    });
    const timer = setInterval(() => collector.report(), REPORT_EVERY_MS);
    document.addEventListener('visibilitychange', whenHidden);
    return () => {
      endRouter();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', whenHidden);
      vitals.close();
    };
  }, [router, read]);
}
