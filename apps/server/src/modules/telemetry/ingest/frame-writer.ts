import type { Logger } from 'pino';
import type { Queries } from '../../../core/database/database.ts';
import { asUrgent } from '../../../core/database/urgent-work.ts';
import { insertPresses, type ReceivedPress } from '../../../core/timeline/staging/press-store.ts';
import type { Clock, FrameToStage } from '../../../core/timeline/timeline-frame.ts';
import type { Timeline } from '../../../core/timeline/timeline.ts';
import { createGroupCommitter, type CommitterState } from './group-committer.ts';
import type { IngestLimits } from './ingest-limits.ts';
import { insertDeadLetter, type DeadLetter } from './dead-letter-store.ts';

/** Writes frames and rejected parts in group commits. */
export type FrameWriter = {
  /**
   * Resolves with whether each frame was new, once all are durable; null if the queue is full. An
   * empty list resolves immediately.
   */
  readonly addFrames: (
    frames: readonly FrameToStage[],
    presses: readonly ReceivedPress[],
  ) => Promise<readonly boolean[]> | null;
  /** Adds rejected parts to the next commit; drops them if the queue is full. */
  readonly addRefused: (messages: readonly DeadLetter[]) => void;
  readonly pendingBytes: () => number;
  readonly commits: () => number;
  readonly state: () => CommitterState;
  readonly close: () => Promise<void>;
};

type Written = {
  readonly frames: readonly FrameToStage[];
  readonly presses: readonly ReceivedPress[];
  readonly refused: readonly DeadLetter[];
};

/** Approximate memory of a frame besides its bytes. */
const FRAME_OVERHEAD_BYTES = 200;

export function createFrameWriter(
  timeline: Timeline,
  clock: Clock,
  log: Logger,
  limits: IngestLimits,
): FrameWriter {
  const committer = createGroupCommitter<Written, readonly boolean[]>({
    clock,
    log,
    limits,
    async commit(items) {
      const frames = items.flatMap((item) => item.frames);
      const refused = items.flatMap((item) => item.refused);
      const presses = items.flatMap((item) => item.presses);
      const also = async (queries: Queries): Promise<void> => {
        if (presses.length > 0) await insertPresses(queries, presses);
        if (refused.length > 0)
          await insertDeadLetter(queries, refused, limits.refusedKeptPerDevice);
      };
      const isAlone = presses.length === 0 && refused.length === 0;
      const isNew = await asUrgent(() =>
        timeline.stage(frames, { isLogged: true, also: isAlone ? undefined : also }),
      );
      let at = 0;
      return items.map((item) => isNew.slice(at, (at += item.frames.length)));
    },
  });
  return {
    addFrames: (frames, presses) =>
      frames.length === 0
        ? Promise.resolve([])
        : committer.add(
            { frames, presses, refused: [] },
            frames.reduce((sum, frame) => sum + frame.bytes.length + FRAME_OVERHEAD_BYTES, 0),
          ),
    addRefused(messages) {
      if (messages.length === 0) return;
      const written = committer.add(
        { frames: [], presses: [], refused: messages },
        messages.reduce((sum, message) => sum + message.bytes.length + FRAME_OVERHEAD_BYTES, 0),
      );
      written?.catch((error: unknown) =>
        log.warn({ err: error }, 'rejected parts not stored; only counted'),
      );
    },
    pendingBytes: committer.pendingBytes,
    commits: committer.commits,
    state: committer.state,
    close: committer.close,
  };
}
