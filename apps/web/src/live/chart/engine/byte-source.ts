import type { StreamDeclaration } from '@yamori/domain';
import { FRAME_CRC_BYTES, FRAME_HEADER_BYTES, MAX_PAYLOAD_BYTES, SYNC_BYTES } from '@yamori/frames';
import type { FrameSource, WatchListener } from './frame-source.ts';

const PAYLOAD_LENGTH_OFFSET = 24;

/**
 * Reassembles whole frames from arbitrary pieces of a byte stream. Buffers less than one frame;
 * skips invalid bytes.
 */
export function createFrameCutter(): (bytes: Uint8Array) => Uint8Array[] {
  let kept = new Uint8Array(0);
  return (bytes) => {
    const all = new Uint8Array(kept.length + bytes.length);
    all.set(kept);
    all.set(bytes, kept.length);
    const frames: Uint8Array[] = [];
    let at = nextSync(all, 0);
    while (at + FRAME_HEADER_BYTES <= all.length) {
      const payload = new DataView(all.buffer, at + PAYLOAD_LENGTH_OFFSET, 4).getUint32(0, true);
      const end = at + FRAME_HEADER_BYTES + payload + FRAME_CRC_BYTES;
      // An impossible length means damage: the next sync word may begin right after this one.
      if (payload <= MAX_PAYLOAD_BYTES) {
        if (end > all.length) break;
        frames.push(all.slice(at, end));
      }
      at = nextSync(all, payload <= MAX_PAYLOAD_BYTES ? end : at + 1);
    }
    kept = all.slice(at);
    return frames;
  };
}

/** Index of the next sync word, whole or partial at the end, else the length. */
function nextSync(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const candidate = bytes.subarray(at, at + SYNC_BYTES.length);
    if (candidate.every((byte, index) => byte === SYNC_BYTES[index])) return at;
  }
  return bytes.length;
}

/** A device on a cable or by radio, only in this browser: its frames go to the watchers. */
export type ByteSource = FrameSource & { readonly push: (bytes: Uint8Array) => void };

export function createByteSource(streams: readonly StreamDeclaration[]): ByteSource {
  const cut = createFrameCutter();
  const listeners = new Set<WatchListener>();
  return {
    watch(_serial, _options, listener) {
      listeners.add(listener);
      queueMicrotask(() => listener.onStreams(streams, null));
      return () => listeners.delete(listener);
    },
    push(bytes) {
      for (const frame of cut(bytes)) for (const listener of listeners) listener.onFrames(frame);
    },
  };
}
