import { Rehearsal, type RehearsalProps } from '../../features/alarms/rehearsal.tsx';
import { RoomConfigScreen } from '../../features/room-settings/room-config-screen.tsx';
import { BulkThresholds } from '../../features/organisations/thresholds/bulk-thresholds.tsx';
import { RoomThresholds } from '../../features/organisations/thresholds/room-thresholds.tsx';
import { ThresholdTrialContext } from '../../features/organisations/thresholds/thresholds-form.tsx';

const trial = (props: RehearsalProps) => <Rehearsal {...props} />;

/** Rooms as they are set up, each with its own thresholds. */
export function RoomConfigPage() {
  return (
    <ThresholdTrialContext value={trial}>
      <RoomConfigScreen RoomPart={RoomThresholds} BulkPart={BulkThresholds} />
    </ThresholdTrialContext>
  );
}
