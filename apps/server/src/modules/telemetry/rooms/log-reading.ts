import type { StoredFrame } from '../../../core/timeline/slot-frames.ts';
import type {
  LogCursor,
  LogEntry,
  StagingLog,
} from '../../../core/timeline/staging/staging-log.ts';
import type { Clock, SlotKey } from '../../../core/timeline/timeline-frame.ts';
import type { RoomStateEngine } from './room-state-engine.ts';

export type LogEngine = Pick<RoomStateEngine, 'monitor' | 'monitors' | 'waitingRooms' | 'replay'>;

export type LogReaderOptions = {
  readonly stagingLog: StagingLog;
  readonly readSlots: (slots: readonly SlotKey[]) => Promise<StoredFrame[]>;
  readonly clock: Clock;
  /** Monotonic. */
  readonly elapsedMs: () => number;
  readonly log: { readonly warn: (fields: object, text: string) => void };
};

/** Entries of each server in one read. */
export const ENTRY_PAGE_SIZE = 500;
export const advance = (cursor: LogCursor, entries: readonly LogEntry[]): LogCursor => ({
  ...cursor,
  ...Object.fromEntries(entries.map(({ server, number }) => [server, number])),
});

/**
 * Entries behind the cursor that were deleted before this owner read them, because it was more than
 * 15 minutes behind; null if there are none. All were received before `untilMs`.
 */
export function findGap(cursor: LogCursor, entries: readonly LogEntry[]): Gap | null {
  const first = new Map(entries.toReversed().map((entry) => [entry.server, entry]));
  const behindGap = [...first.values()].filter(({ server, number }) => {
    const read = cursor[server];
    return read !== undefined && number > read + 1;
  });
  if (behindGap.length === 0) return null;
  return {
    commits: behindGap.map(({ server, number }) => ({
      server,
      count: number - (cursor[server] ?? 0) - 1,
    })),
    untilMs: Math.max(...behindGap.map(({ receivedMs }) => receivedMs)),
  };
}

type Gap = {
  readonly commits: readonly { readonly server: string; readonly count: number }[];
  readonly untilMs: number;
};

/** The slots without duplicates. */
export const uniqueSlots = (keys: readonly SlotKey[]): SlotKey[] => [
  ...new Map(
    keys.map(({ serial, streamId, slot }) => [
      `${slot}/${streamId}/${serial}`,
      { serial, streamId, slot },
    ]),
  ).values(),
];

export const byReceipt = (one: StoredFrame, other: StoredFrame): number =>
  one.receivedMs - other.receivedMs || one.deviceTimeUs - other.deviceTimeUs;
