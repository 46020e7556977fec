import type { Logger } from 'pino';
import type { Queries } from '../../../core/database/database.ts';
import { insertPresses, type ReceivedPress } from '../../../core/timeline/staging/press-store.ts';
import type { Clock, FrameToStage } from '../../../core/timeline/timeline-frame.ts';
import type { Timeline } from '../../../core/timeline/timeline.ts';
import { createGroupCommitter, type CommitterState } from './group-committer.ts';
import type { IngestLimits } from './ingest-limits.ts';
import { insertRefused, type RefusedMessage } from './refused-store.ts';

/** Writes frames, and what was refused beside them, in group commits. */
export type FrameWriter = {
  /**
   * Whether each frame was new, once all are durable; null when there is no room. Nothing to write
   * is durable.
   */
  readonly addFrames: (
    frames: readonly FrameToStage[],
    presses: readonly ReceivedPress[],
  ) => Promise<readonly boolean[]> | null;
  /**
   * Goes with the next commit; what is refused while there is no room is only counted by the
   * caller.
   */
  readonly addRefused: (messages: readonly RefusedMessage[]) => void;
  readonly pendingBytes: () => number;
  readonly commits: () => number;
  readonly state: () => CommitterState;
  readonly close: () => Promise<void>;
};

type Written = {
  readonly frames: readonly FrameToStage[];
  readonly presses: readonly ReceivedPress[];
  readonly refused: readonly RefusedMessage[];
};

/** What a frame costs in memory besides its bytes, about. */
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
        if (refused.length > 0) await insertRefused(queries, refused, limits.refusedKeptPerDevice);
      };
      const isAlone = presses.length === 0 && refused.length === 0;
      const isNew = await timeline.stage(frames, {
        isLogged: true,
        also: isAlone ? undefined : also,
      });
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
        log.warn({ err: error }, 'refused parts could not be kept; they are counted'),
      );
    },
    pendingBytes: committer.pendingBytes,
    commits: committer.commits,
    state: committer.state,
    close: committer.close,
  };
}
