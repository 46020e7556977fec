import { ProblemError, UPLOAD_PART_BYTES, type Problem } from '@yamori/domain';
import type { DeclaredUpload, UploadClient, UploadPlace } from '../../../shared/imports/api.ts';
import { isPassing } from '../../../live/offline/passing-problem.ts';
import type { FileSource } from '../reading/file-source.ts';

/**
 * `there`: the server has the whole file, from this upload or an earlier one; the state of its
 * import.
 */
type Sent = { readonly kind: 'sent' } | { readonly kind: 'there'; readonly state: string };

export type SendOptions = {
  readonly client: UploadClient;
  readonly now: () => number;
  /** Resolves after a delay, or as soon as the network is back. */
  readonly pause: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
  /** Called when the transfer stalls, and with null when it continues. */
  readonly onWaiting: (problem: Problem | null) => void;
};

const MIN_PART_BYTES = 64 * 1024;
const FIRST_PART_BYTES = 1024 * 1024;
/** Target duration of a request on this line; the limit is a minute. */
const PART_AIM_MS = 5000;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

/**
 * Sends a file from the server's offset until it is complete. Retries temporary problems without
 * limit. Rejects with a permanent refusal or `file-unreadable`, and with the signal's reason when
 * cancelled.
 */
export async function sendFile(
  source: FileSource,
  declared: DeclaredUpload,
  parts: SendOptions,
): Promise<Sent> {
  const { client, signal, onSent, onWaiting } = parts;
  const state = { partBytes: FIRST_PART_BYTES, failures: 0, begun: false };
  for (;;) {
    signal.throwIfAborted();
    try {
      // Beginning again returns the same member's upload with its current offset.
      let place = await client.begin(declared, signal);
      state.begun = true;
      onWaiting(null);
      onSent(place.offset);
      while (place.offset < source.sizeBytes) {
        place = await sendPart(source, place, state, parts);
        state.failures = 0;
        onSent(place.offset);
      }
      return { kind: 'sent' };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProblemError)) throw error;
      const { problem } = error;
      const existing = stateThere(problem);
      if (existing !== null)
        return state.begun ? { kind: 'sent' } : { kind: 'there', state: existing };
      // Another tab was ahead, or has finished: beginning again returns the current state.
      const isMoved =
        state.begun &&
        (problem.code === 'upload-offset-conflict' || problem.code === 'upload-not-found');
      if (!isMoved && !isPassing(problem)) throw error;
      state.failures += 1;
      state.partBytes = Math.max(MIN_PART_BYTES, Math.floor(state.partBytes / 2));
      if (!isMoved) onWaiting(problem);
      await parts.pause(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (state.failures - 1)), signal);
    }
  }
}

async function sendPart(
  source: FileSource,
  place: UploadPlace,
  state: { partBytes: number },
  { client, now, signal }: SendOptions,
): Promise<UploadPlace> {
  const bytes = await source.read(
    place.offset,
    Math.min(source.sizeBytes, place.offset + state.partBytes),
  );
  if (bytes.length === 0) throw new ProblemError({ code: 'file-unreadable', place: 'file' });
  const begunMs = now();
  const offset = await client.send(place, new Uint8Array(bytes), signal);
  const tookMs = Math.max(1, now() - begunMs);
  const fitting = (bytes.length * PART_AIM_MS) / tookMs;
  state.partBytes = Math.round(
    Math.min(UPLOAD_PART_BYTES, state.partBytes * 2, Math.max(MIN_PART_BYTES, fitting)),
  );
  return { ...place, offset };
}

/** The room's import of these bytes; null while a colleague is still sending them. */
function stateThere({ code, details }: Problem): string | null {
  if (code !== 'import-exists') return null;
  const state = details?.['state'];
  return typeof state === 'string' && state !== 'uploading' ? state : null;
}
