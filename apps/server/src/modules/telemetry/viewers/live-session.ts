import {
  BEAT_INTERVAL_SECONDS,
  CONTRACT_VERSION,
  clientMessage,
  disclosureOfDocument,
  disclosuresOfQuery,
  isAtBedside,
  isCareTeam,
  LIVE_MOST_DOCUMENTS,
  tellsOfResidents,
  type Actor,
  type ClientMessage,
  type Disclosure,
  type Problem,
  type SubscriptionTarget,
} from '@yamori/domain';
import type { RawData } from 'ws';
import type { Clock } from '../../../core/timeline/timeline-frame.ts';
import { createDeviceWatch, type DeviceWatch, type DeviceWatchDeps } from './device-watch.ts';
import { createSocketSendBuffer, type LiveSocket, type SendLimits } from './socket-send-buffer.ts';
import type { WriteCoalescer } from './write-coalescer.ts';

/** Close codes of a session; core/http/live-socket.ts has the others. */
export const VERSION_CODE = 4400;
export const TOO_SLOW_CODE = 4408;
export const BAD_MESSAGE_CODE = 4422;

export type LiveSessionLimits = {
  readonly subscriptions: number;
  readonly watches: number;
  /** Subscriptions and watches together, including those closed again. */
  readonly openings: OpeningRate;
  readonly send: SendLimits;
};

type LiveSessionDeps = Omit<DeviceWatchDeps, 'send' | 'sendFrames' | 'actor'> & {
  readonly clock: Clock;
  readonly limits: LiveSessionLimits;
  /** Shared by all sessions. */
  readonly coalescer: WriteCoalescer;
  readonly onRefused: (code: string) => void;
  /** The member was shown data of a resident. */
  readonly onDisclosed: (disclosures: readonly Disclosure[]) => void;
};

/** Limit for all lists of one socket: five lists paged to their ends. */
const MAX_REQUESTED_DOCUMENTS = 5 * LIVE_MOST_DOCUMENTS;

/** Serves a member’s live socket until it closes. */
export function serveLiveSession(
  { socket, raw }: LiveSocket,
  actor: Actor,
  deps: LiveSessionDeps,
): void {
  const { clock, limits } = deps;
  const opened = new Map<number, { close: () => void }>();
  /** Documents requested by each limited list; the server holds a window of them. */
  const documentsOf = new Map<number, number>();
  const slots = createSlots();
  const mayOpen = createOpeningRate(limits.openings, clock.nowMs);
  let greeted = false;

  const sendBuffer = createSocketSendBuffer(
    { socket, raw },
    { coalescer: deps.coalescer, nowMs: clock.nowMs, limits: limits.send },
  );
  const { send } = sendBuffer;
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

  const asked = (): number => [...documentsOf.values()].reduce((sum, count) => sum + count, 0);

  function closeOne(id: number): void {
    opened.get(id)?.close();
    opened.delete(id);
    documentsOf.delete(id);
  }

  function open(message: Extract<ClientMessage, { type: 'subscribe' | 'watch' }>): void {
    const { id } = message;
    if (opened.has(id)) return fail(id, { code: 'subscription-id-taken' });
    if (opened.size >= limits.subscriptions)
      return fail(id, { code: 'limit-subscriptions', details: { limit: limits.subscriptions } });
    if (!mayOpen()) return fail(id, { code: 'limit-rate', retryAfterSeconds: 1 });
    if (message.type === 'subscribe') {
      const documents = message.target.kind === 'query' ? (message.target.query.limit ?? 0) : 0;
      if (asked() + documents > MAX_REQUESTED_DOCUMENTS)
        return fail(id, {
          code: 'limit-subscriptions',
          details: { limit: MAX_REQUESTED_DOCUMENTS },
        });
      documentsOf.set(id, documents);
      const { target } = message;
      const tells = targetTells(actor, target);
      opened.set(
        id,
        deps.subscriptions.open({
          actor,
          target,
          resume: message.resume,
          isBehind: sendBuffer.isLagging,
          deliver: (changes) => {
            if (tells) {
              const shows = disclosuresOf(
                actor,
                target,
                changes.changes.flatMap((change) =>
                  change.kind === 'removed' ? [] : [change.document.path],
                ),
              );
              if (shows.length > 0) deps.onDisclosed(shows);
            }
            send({ type: 'changes', id, ...changes });
          },
          fail: (problem) => {
            closeOne(id);
            fail(id, problem);
          },
        }),
      );
      return;
    }
    if (slots.used() >= limits.watches)
      return fail(id, { code: 'limit-watches', details: { limit: limits.watches } });
    opened.set(id, openWatch(message));
  }

  function openWatch(message: Extract<ClientMessage, { type: 'watch' }>): DeviceWatch {
    const slot = slots.take();
    const watch = createDeviceWatch(message, slot, {
      ...deps,
      actor,
      send,
      // Staff who care for the residents watch devices as their duty; only others are recorded.
      onDisclosed: (disclosures) => {
        if (!isCareTeam(actor)) deps.onDisclosed(disclosures);
      },
      sendFrames: sendBuffer.openSlot(slot),
      fail: (problem) => {
        closeOne(message.id);
        fail(message.id, problem);
      },
    });
    return {
      close() {
        watch.close();
        sendBuffer.closeSlot(slot);
        slots.giveBack(slot);
      },
    };
  }
}

/**
 * Whether a subscription can show data of a resident. Rooms and devices change constantly and are
 * not checked. Alarms are on every page of the staff on duty, so showing them is not recorded
 * (decision 050).
 */
const targetTells = (actor: Actor, target: SubscriptionTarget): boolean =>
  target.kind === 'document'
    ? tellsOfResidents(target.path.split('/').at(-2) ?? '')
    : !(target.query.collection === 'accident' && isAtBedside(actor)) &&
      tellsOfResidents(target.query.collection.split('/').at(-1) ?? '');

function disclosuresOf(
  actor: Actor,
  target: SubscriptionTarget,
  shown: readonly string[],
): readonly Disclosure[] {
  if (target.kind === 'document') return shown.flatMap((path) => disclosureOfDocument(path) ?? []);
  return disclosuresOfQuery(actor, target.query, shown);
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

/** Allocates small numbers for the devices that a session watches, and reuses freed ones. */
function createSlots() {
  const taken = new Set<number>();
  return {
    used: () => taken.size,
    take(): number {
      let slot = 0;
      while (taken.has(slot)) slot += 1;
      taken.add(slot);
      return slot;
    },
    giveBack: (slot: number) => void taken.delete(slot),
  };
}

type OpeningRate = { readonly burst: number; readonly perSecond: number };

/**
 * Token bucket for openings of one session. Each opening reads the database, so a page that opens
 * and closes endlessly would take all connections. The returned function takes a token; false if
 * the bucket is empty.
 */
function createOpeningRate({ burst, perSecond }: OpeningRate, nowMs: () => number): () => boolean {
  const bucket = { left: burst, atMs: nowMs() };
  return () => {
    const atMs = nowMs();
    bucket.left = Math.min(
      burst,
      bucket.left + (Math.max(0, atMs - bucket.atMs) / 1000) * perSecond,
    );
    bucket.atMs = atMs;
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    return true;
  };
}
