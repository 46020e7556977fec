import { Rehearsal, type RehearsalProps } from '../features/accidents/rehearsal.tsx';
import { RoomConfigScreen } from '../features/room-config/room-config-screen.tsx';
import { BulkThresholds } from '../features/thresholds/bulk-thresholds.tsx';
import { RoomThresholds } from '../features/thresholds/room-thresholds.tsx';
import { ThresholdTrialContext } from '../features/thresholds/threshold-trial.ts';

const trial = (props: RehearsalProps) => <Rehearsal {...props} />;

/** Rooms as they are set up, each with its own thresholds. */
export function RoomConfigEntry() {
  return (
    <ThresholdTrialContext value={trial}>
      <RoomConfigScreen RoomPart={RoomThresholds} BulkPart={BulkThresholds} />
    </ThresholdTrialContext>
  );
}
