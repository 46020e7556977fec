import { FRAME_MESSAGE_HEADER_BYTES, type ClientMessage, type ServerMessage } from '@yamori/domain';
import type { WatchListener, WatchOptions } from '../chart/engine/frame-source.ts';
import { LinkRetries } from './link-retry.ts';
import type { LinkClock } from './connection-state.ts';

type Watch = {
  readonly serial: string;
  readonly options: WatchOptions;
  readonly listener: WatchListener;
  slot: number | null;
  heardAt: number | null;
};

const MAX_HISTORY_SECONDS = 30;

/**
 * The watched devices of a connection. A slot belongs to one socket, so all slots are dropped when
 * it closes.
 */
export class LinkWatches {
  readonly #send: (message: ClientMessage) => void;
  readonly #now: () => number;
  readonly #retries: LinkRetries;
  readonly #watches = new Map<number, Watch>();
  readonly #bySlot = new Map<number, Watch>();
  #framesDropped = 0;

  constructor(send: (message: ClientMessage) => void, clock: LinkClock) {
    this.#send = send;
    this.#now = clock.now;
    this.#retries = new LinkRetries(clock);
  }

  get framesDropped(): number {
    return this.#framesDropped;
  }

  add(id: number, serial: string, options: WatchOptions, listener: WatchListener): () => void {
    const watch: Watch = { serial, options, listener, slot: null, heardAt: null };
    this.#watches.set(id, watch);
    this.#ask(id, watch);
    return () => {
      if (this.#forget(id)) this.#send({ type: 'unwatch', id });
    };
  }

  askAgain(): void {
    this.#bySlot.clear();
    for (const [id, watch] of this.#watches) {
      watch.slot = null;
      this.#ask(id, watch);
    }
  }

  receive(message: Extract<ServerMessage, { type: 'watching' | 'dropped' | 'failed' }>): void {
    if (message.type === 'dropped') {
      this.#framesDropped += message.frames;
      this.#bySlot.get(message.slot)?.listener.onDropped(message.frames);
      return;
    }
    const watch = this.#watches.get(message.id);
    if (!watch) return;
    if (message.type === 'failed') {
      if (watch.slot !== null) this.#bySlot.delete(watch.slot);
      watch.slot = null;
      if (this.#retries.later(message.id, message.problem, () => this.#ask(message.id, watch)))
        return;
      this.#forget(message.id);
      watch.listener.onFail(message.problem);
      return;
    }
    if (watch.slot !== null) this.#bySlot.delete(watch.slot);
    watch.slot = message.slot;
    this.#bySlot.set(message.slot, watch);
    watch.listener.onStreams(message.streams, message.clockOffsetSeconds);
  }

  receiveBytes(message: ArrayBuffer): void {
    if (message.byteLength < FRAME_MESSAGE_HEADER_BYTES) return;
    const watch = this.#bySlot.get(new DataView(message).getUint32(0, true));
    if (!watch) return;
    watch.heardAt = this.#now();
    watch.listener.onFrames(new Uint8Array(message, FRAME_MESSAGE_HEADER_BYTES));
  }

  /**
   * Requests the configured history at first; later the time since the last frame, to close the
   * gap.
   */
  #ask(id: number, { serial, options, heardAt }: Watch): void {
    this.#retries.forget(id);
    const gapSeconds =
      heardAt === null ? (options.historySeconds ?? 0) : (this.#now() - heardAt) / 1000 + 1;
    const historySeconds = Math.min(Math.ceil(gapSeconds), MAX_HISTORY_SECONDS);
    this.#send({
      type: 'watch',
      id,
      serial,
      historySeconds,
      ...(options.streamIds ? { streamIds: [...options.streamIds] } : {}),
    });
  }

  #forget(id: number): boolean {
    this.#retries.forget(id);
    const slot = this.#watches.get(id)?.slot;
    if (slot !== null && slot !== undefined) this.#bySlot.delete(slot);
    return this.#watches.delete(id);
  }
}
