import {
  BEAT_INTERVAL_SECONDS,
  CONTRACT_VERSION,
  clientMessage,
  getDocumentDisclosure,
  getQueryDisclosures,
  isAtBedside,
  isCareTeam,
  MAX_LIVE_DOCUMENTS,
  concernsResidents,
  type Actor,
  type ClientMessage,
  type Disclosure,
  type Problem,
  type SubscriptionTarget,
  type WireChange,
} from '@yamori/domain';
import type { RawData } from 'ws';
import { createTokenBucket } from '../../../core/limits.ts';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';
import { createDeviceWatch, type DeviceWatch, type DeviceWatchDeps } from './device-watch.ts';
import {
  createSocketSendBuffer,
  type LiveSocket,
  type SendLimits,
  type SocketSendBuffer,
  type WriteCoalescer,
} from './socket-send-buffer.ts';

/** Close codes of a session; core/http/live-socket.ts has the others. */
export const VERSION_CODE = 4400;
export const TOO_SLOW_CODE = 4408;
export const BAD_MESSAGE_CODE = 4422;

export type LiveSessionLimits = {
  readonly subscriptions: number;
  readonly watches: number;
  /** Rate of subscriptions and watches together, including those closed again. */
  readonly openings: { readonly capacity: number; readonly perSecond: number };
  readonly send: SendLimits;
};

type LiveSessionDeps = Omit<DeviceWatchDeps, 'send' | 'sendFrames' | 'actor'> & {
  readonly clock: Clock;
  readonly limits: LiveSessionLimits;
  /** Shared by all sessions. */
  readonly coalescer: WriteCoalescer;
  readonly onRefused: (code: string) => void;
  /** Called when the member was shown data of a resident. */
  readonly onDisclosed: (disclosures: readonly Disclosure[]) => void;
};

type SubscribeMessage = Extract<ClientMessage, { type: 'subscribe' }>;
type WatchMessage = Extract<ClientMessage, { type: 'watch' }>;

/** Limit for all lists of one socket: five lists paged to their ends. */
const MAX_REQUESTED_DOCUMENTS = 5 * MAX_LIVE_DOCUMENTS;

/** Serves a member’s live socket until it closes. */
export function serveLiveSession(
  { socket, raw }: LiveSocket,
  actor: Actor,
  deps: LiveSessionDeps,
): void {
  const { clock, limits } = deps;
  const opened = new Map<number, { close: () => void }>();
  /** Documents requested by each limited list; the server holds a window of them. */
  const documentsBySubscription = new Map<number, number>();
  const openings = createTokenBucket(limits.openings, clock.nowMs);
  let greeted = false;

  const sendBuffer = createSocketSendBuffer(
    { socket, raw },
    { coalescer: deps.coalescer, nowMs: clock.nowMs, limits: limits.send },
  );
  const { send } = sendBuffer;
  const watches = createWatchOpener(sendBuffer, { ...deps, actor });
  const fail = (id: number, problem: Problem): void => {
    deps.onRefused(problem.code);
    send({ type: 'failed', id, problem });
  };

  const beat = setInterval(() => {
    if (sendBuffer.isTooSlow()) socket.close(TOO_SLOW_CODE, 'viewer-too-slow');
    else send({ type: 'beat', serverTime: new Date(clock.nowMs()).toISOString() });
  }, BEAT_INTERVAL_SECONDS * 1000);

  socket.on('message', (data, isBinary) => {
    const message = isBinary ? null : parseMessage(data);
    if (message === null) socket.close(BAD_MESSAGE_CODE, 'message-invalid');
    else receive(message);
  });
  socket.on('close', () => {
    clearInterval(beat);
    sendBuffer.close();
    for (const entry of opened.values()) entry.close();
    opened.clear();
  });

  function receive(message: ClientMessage): void {
    if (message.type === 'hello') {
      greeted = message.version === CONTRACT_VERSION;
      if (greeted)
        send({
          type: 'welcome',
          version: CONTRACT_VERSION,
          serverTime: new Date(clock.nowMs()).toISOString(),
          userId: actor.userId,
        });
      else socket.close(VERSION_CODE, 'contract-version');
      return;
    }
    if (!greeted) socket.close(BAD_MESSAGE_CODE, 'hello-missing');
    else if (message.type === 'unsubscribe' || message.type === 'unwatch') closeOne(message.id);
    else open(message);
  }

  function closeOne(id: number): void {
    opened.get(id)?.close();
    opened.delete(id);
    documentsBySubscription.delete(id);
  }
  function end(id: number, problem: Problem): void {
    closeOne(id);
    fail(id, problem);
  }

  function open(message: SubscribeMessage | WatchMessage): void {
    const { id } = message;
    if (opened.has(id)) return fail(id, { code: 'subscription-id-taken' });
    if (opened.size >= limits.subscriptions)
      return fail(id, { code: 'limit-subscriptions', details: { limit: limits.subscriptions } });
    // Each opening reads the database: a page that opens and closes endlessly would take all
    // connections.
    if (!openings.take()) return fail(id, { code: 'limit-rate', retryAfterSeconds: 1 });
    if (message.type === 'subscribe') return subscribe(message);
    if (watches.count() >= limits.watches)
      return fail(id, { code: 'limit-watches', details: { limit: limits.watches } });
    opened.set(
      id,
      watches.open(message, (problem) => end(id, problem)),
    );
  }

  function subscribe({ id, target, resume }: SubscribeMessage): void {
    const documents = target.kind === 'query' ? (target.query.limit ?? 0) : 0;
    const requested = [...documentsBySubscription.values()].reduce(
      (sum, count) => sum + count,
      documents,
    );
    if (requested > MAX_REQUESTED_DOCUMENTS)
      return fail(id, { code: 'limit-subscriptions', details: { limit: MAX_REQUESTED_DOCUMENTS } });
    documentsBySubscription.set(id, documents);
    const recordShown = createShownRecorder(actor, target, deps.onDisclosed);
    opened.set(
      id,
      deps.subscriptions.open({
        actor,
        target,
        resume,
        isLagging: sendBuffer.isLagging,
        deliver: (changes) => {
          recordShown(changes.changes);
          send({ type: 'changes', id, ...changes });
        },
        fail: (problem) => end(id, problem),
      }),
    );
  }
}

/**
 * Whether a subscription can show data of a resident. Rooms and devices change constantly and are
 * not checked. Alarms are on every page of the staff on duty, so showing them is not recorded
 * (decision 026).
 */
const mayDisclose = (actor: Actor, target: SubscriptionTarget): boolean =>
  target.kind === 'document'
    ? concernsResidents(target.path.split('/').at(-2) ?? '')
    : !(target.query.collection === 'accident' && isAtBedside(actor)) &&
      concernsResidents(target.query.collection.split('/').at(-1) ?? '');

/** Records the disclosures of a subscription's changes. */
function createShownRecorder(
  actor: Actor,
  target: SubscriptionTarget,
  onDisclosed: (disclosures: readonly Disclosure[]) => void,
): (changes: readonly WireChange[]) => void {
  if (!mayDisclose(actor, target)) return () => undefined;
  return (changes) => {
    const paths = changes.flatMap((change) =>
      change.kind === 'removed' ? [] : [change.document.path],
    );
    const disclosures =
      target.kind === 'document'
        ? paths.flatMap((path) => getDocumentDisclosure(path) ?? [])
        : getQueryDisclosures(actor, target.query, paths);
    if (disclosures.length > 0) onDisclosed(disclosures);
  };
}

function parseMessage(data: RawData): ClientMessage | null {
  try {
    const text = Buffer.isBuffer(data)
      ? data
      : Buffer.concat(Array.isArray(data) ? data : [new Uint8Array(data)]);
    const parsed = clientMessage.safeParse(JSON.parse(text.toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Opens the watches of one session. Each occupies a slot of the send buffer; slot numbers are
 * small, because they are reused.
 */
function createWatchOpener(
  sendBuffer: SocketSendBuffer,
  deps: Omit<DeviceWatchDeps, 'send' | 'sendFrames'>,
) {
  const slots = new Set<number>();
  const takeSlot = (): number => {
    let slot = 0;
    while (slots.has(slot)) slot += 1;
    slots.add(slot);
    return slot;
  };
  return {
    count: () => slots.size,
    open(message: WatchMessage, fail: (problem: Problem) => void): DeviceWatch {
      const slot = takeSlot();
      const watch = createDeviceWatch(message, slot, {
        ...deps,
        send: sendBuffer.send,
        // Staff who care for the residents watch devices as their duty; only others are recorded.
        onDisclosed: (disclosures) => {
          if (!isCareTeam(deps.actor)) deps.onDisclosed(disclosures);
        },
        sendFrames: sendBuffer.openSlot(slot),
        fail,
      });
      return {
        close() {
          watch.close();
          sendBuffer.closeSlot(slot);
          slots.delete(slot);
        },
      };
    },
  };
}
