import type {
  Actor,
  ClientMessage,
  Disclosure,
  Problem,
  ServerMessage,
  StreamDeclaration,
  SubscriptionTarget,
  WireChange,
} from '@yamori/domain';
import type { FrameBatch } from './frame-batch.ts';
import type { FrameFanout, Watch } from './frame-fanout.ts';

/** Document subscriptions as the socket uses them (core/documents). */
type DocumentSubscriptions = {
  readonly open: (request: {
    readonly actor: Actor;
    readonly target: SubscriptionTarget;
    readonly resume: string | undefined;
    readonly deliver: (changes: DeliveredChanges) => void;
    readonly fail: (problem: Problem) => void;
    /** While true, changes are held back and merged. */
    readonly isLagging?: () => boolean;
  }) => { readonly close: () => void };
};
type DeliveredChanges = {
  readonly changes: WireChange[];
  readonly reset: boolean;
  readonly current: boolean;
  readonly token: string;
};

export type DeviceWatch = { readonly close: () => void };

export type DeviceWatchDeps = {
  readonly actor: Actor;
  readonly subscriptions: DocumentSubscriptions;
  readonly fanout: FrameFanout;
  /** Streams of a device by its serial, from the directory; null for an unknown device. */
  readonly describe: (serial: string) => {
    readonly streams: readonly StreamDeclaration[];
    readonly clockOffsetSeconds: number | null;
    readonly roomId: string | null;
  } | null;
  readonly onDisclosed: (disclosures: readonly Disclosure[]) => void;
  readonly send: (message: ServerMessage) => void;
  readonly sendFrames: (batch: FrameBatch) => void;
};

/**
 * Sends the frames of one device to one viewer while the viewer may read the device’s document. The
 * watch holds a subscription to the document, so the same rules grant and revoke both.
 */
export function createDeviceWatch(
  wish: Extract<ClientMessage, { type: 'watch' }>,
  slot: number,
  deps: DeviceWatchDeps & { readonly fail: (problem: Problem) => void },
): DeviceWatch {
  let frames: Watch | null = null;
  let described = '';
  let over = false;

  // Deferred: the caller must store the watch under its id first.
  const fail = (problem: Problem): void => {
    if (over) return;
    over = true;
    queueMicrotask(() => deps.fail(problem));
  };

  const allowed = (): void => {
    const device = deps.describe(wish.serial);
    if (device === null) return fail({ code: 'device-not-found' });
    const text = JSON.stringify(device.streams);
    if (text !== described) {
      described = text;
      if (device.roomId !== null)
        deps.onDisclosed([{ action: 'recordingsRead', path: `room/${device.roomId}` }]);
      deps.send({
        type: 'watching',
        id: wish.id,
        slot,
        serial: wish.serial,
        streams: [...device.streams],
        clockOffsetSeconds: device.clockOffsetSeconds,
      });
    }
    if (!over) frames ??= deps.fanout.watch(wish.serial, wish, deps.sendFrames);
  };

  const document = deps.subscriptions.open({
    actor: deps.actor,
    target: { kind: 'document', path: `device/${wish.serial}` },
    resume: undefined,
    deliver({ changes, current }) {
      if (changes.some((change) => change.kind === 'removed'))
        return fail({ code: 'device-not-found' });
      if (changes.length > 0) allowed();
      else if (current && frames === null) fail({ code: 'device-not-found' });
    },
    fail,
  });

  return {
    close() {
      over = true;
      document.close();
      frames?.close();
    },
  };
}
