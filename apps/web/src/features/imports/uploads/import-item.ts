import type { ImportSettings, Problem, ProposalReply } from '@yamori/domain';
import { createListeners } from '../../../listeners.ts';
import type { FileCheck } from '../reading/file-check.ts';

type ProposedRoom = ProposalReply['rooms'][number];

/** The upload state of a chosen file. After `there`, the import's document has the rest. */
export type ImportStage =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'checking'; readonly fraction: number }
  /** Read; waits for a room, for values that the file lacks, and for the start. */
  | { readonly kind: 'checked' }
  | { readonly kind: 'queued' }
  | {
      readonly kind: 'sending';
      readonly sentBytes: number;
      readonly held: 'no' | 'network' | 'otherTab';
    }
  /** Stored earlier: the user must allow the file again or choose it again. */
  | {
      readonly kind: 'fileNeeded';
      readonly by: 'permission' | 'choice';
      readonly wasOther: boolean;
    }
  /** `wasThere`: the room already had these bytes; nothing was sent. */
  | { readonly kind: 'there'; readonly wasThere: boolean }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** One chosen file. */
export type ImportItem = {
  readonly id: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** For a recording of several files: their names. */
  readonly partNames: readonly string[];
  readonly check: FileCheck | null;
  /** For a file stored earlier, known before a check. */
  readonly sha256: string | null;
  readonly roomId: string | null;
  readonly proposals: readonly ProposedRoom[];
  /** Values that the file lacks, entered by the user. */
  readonly settings: ImportSettings;
  /** After the server's check it waits for a comparison of its clock with existing data. */
  readonly waitsForReview: boolean;
  readonly stage: ImportStage;
};

export const importKey = (roomId: string, sha256: string): string => `${roomId}/${sha256}`;

/** Why a checked file cannot be sent yet; null if it can. */
export function missingFor({
  stage,
  check,
  roomId,
  settings,
}: ImportItem): 'room' | 'rate' | 'start' | 'unusable' | null {
  if (stage.kind !== 'checked' || check === null) return 'unusable';
  const code = check.problem?.code;
  if (code === 'import-rate-missing' && settings.sampleRateHz === undefined) return 'rate';
  if (
    (code === 'import-start-missing' || code === 'import-rate-missing') &&
    check.start.kind === 'unknown' &&
    settings.startedAt === undefined
  )
    return 'start';
  if (code !== undefined && code !== 'import-start-missing' && code !== 'import-rate-missing')
    return 'unusable';
  return roomId === null ? 'room' : null;
}

/** A store of items for screens. */
export function createItemList() {
  const listeners = createListeners();
  let items: readonly ImportItem[] = [];
  const put = (next: readonly ImportItem[]): void => {
    items = next;
    listeners.notify();
  };
  return {
    all: (): readonly ImportItem[] => items,
    find: (id: string): ImportItem | undefined => items.find((item) => item.id === id),
    add: (...added: readonly ImportItem[]): void => put([...items, ...added]),
    change: (id: string, change: Partial<Omit<ImportItem, 'id'>>): void => {
      if (items.some((item) => item.id === id))
        put(items.map((item) => (item.id === id ? { ...item, ...change } : item)));
    },
    remove: (id: string): void => put(items.filter((item) => item.id !== id)),
    subscribe: listeners.subscribe,
  };
}
