import { Shortcuts } from '../layout/shortcuts.tsx';
import { useUsage } from '../usage/use-usage.ts';
import { useAlarmReports } from './alarm-reports.ts';
import { OutboxNotices } from './outbox-notices.tsx';

/**
 * What the frame watches over beside the screens: alarms, the queue, the keyboard, what is used.
 * Draws nothing itself.
 */
export function FrameNotices() {
  useAlarmReports();
  useUsage();
  return (
    <>
      <OutboxNotices />
      <Shortcuts />
    </>
  );
}
