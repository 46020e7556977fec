import { useAlarmReports } from './open-alarms.ts';
import { OutboxNotices } from './outbox-notices.tsx';

/** What the frame watches over beside the screens. Draws nothing itself. */
export function FrameNotices() {
  useAlarmReports();
  return <OutboxNotices />;
}
