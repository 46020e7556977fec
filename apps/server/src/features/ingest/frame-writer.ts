import type { Logger } from 'pino';
import type { Clock, FrameToStage } from '../../timeline/timeline-frame.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { createGroupCommitter, type CommitterState } from './group-committer.ts';
import type { IngestLimits } from './ingest-limits.ts';
import { insertRefused, type RefusedMessage } from './refused-store.ts';

/** Writes frames, and what was refused beside them, in group commits. */
export type FrameWriter = {
  /** Whether each frame was new, once all are durable; null when there is no room. Nothing to write is durable. */
  readonly addFrames: (frames: readonly FrameToStage[]) => Promise<readonly boolean[]> | null;
  /** Goes with the next commit; what is refused while there is no room is only counted by the caller. */
  readonly addRefused: (messages: readonly RefusedMessage[]) => void;
  readonly pendingBytes: () => number;
  readonly commits: () => number;
  readonly state: () => CommitterState;
  readonly close: () => Promise<void>;
};

type Written = {
  readonly frames: readonly FrameToStage[];
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
      const isNew = await timeline.stage(
        frames,
        refused.length === 0
          ? undefined
          : (queries) => insertRefused(queries, refused, limits.refusedKeptPerDevice),
      );
      let at = 0;
      return items.map((item) => isNew.slice(at, (at += item.frames.length)));
    },
  });
  return {
    addFrames: (frames) =>
      frames.length === 0
        ? Promise.resolve([])
        : committer.add(
            { frames, refused: [] },
            frames.reduce((sum, frame) => sum + frame.bytes.length + FRAME_OVERHEAD_BYTES, 0),
          ),
    addRefused(messages) {
      if (messages.length === 0) return;
      const written = committer.add(
        { frames: [], refused: messages },
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
