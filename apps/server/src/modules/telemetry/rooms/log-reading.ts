import type { StoredFrame } from '../../../core/timeline/slot-frames.ts';
import type {
  LogCursor,
  LogEntry,
  StagingLog,
} from '../../../core/timeline/staging/staging-log.ts';
import type { Clock, SlotKey } from '../../../core/timeline/timeline-frame.ts';
import type { Ward } from './ward.ts';

export type LogWard = Pick<Ward, 'monitor' | 'monitors' | 'waitingRooms' | 'replay'>;

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

/** Logs entries that were deleted before this owner read them: it lagged for too long. */
export function nameGaps(
  cursor: LogCursor,
  entries: readonly LogEntry[],
  log: LogReaderOptions['log'],
): void {
  const seen = new Set<string>();
  for (const { server, number } of entries) {
    const read = cursor[server];
    if (!seen.has(server) && read !== undefined && number > read + 1)
      log.warn(
        { server, commits: number - read - 1 },
        'rules were over 15 minutes behind; no rule saw the frames of these commits',
      );
    seen.add(server);
  }
}

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
