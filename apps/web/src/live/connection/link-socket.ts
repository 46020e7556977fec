import {
  CONTRACT_VERSION,
  type ClientMessage,
  type ServerMessage,
  serverMessage,
} from '@yamori/domain';
import type { ClientLog } from '../../api/client-log.ts';
import { sameState, type LinkClock, type ConnectionState } from './connection-state.ts';
import { reconnectDelayMs, soonDelayMs } from './reconnect-delay.ts';
import { HeartbeatMonitor } from './heartbeat-monitor.ts';

/** The part of a WebSocket that the connection needs; a browser's and Node's have it. */
type LinkWebSocket = Pick<WebSocket, 'binaryType' | 'send' | 'close' | 'addEventListener'>;

export type LinkSocketOptions = {
  readonly openSocket: () => LinkWebSocket;
  readonly clock: LinkClock;
  readonly log: ClientLog;
  /**
   * Called after an attempt that ended before a welcome, because a page cannot see why a socket did
   * not open, and when the server reports the end of the session, because it may continue under
   * another token. Returns the code of the server's refusal, or null if the server did not refuse
   * (the server or the network is down).
   */
  readonly refusedBecause?: () => Promise<string | null>;
};

type LinkSocketEvents = {
  /** The server has welcomed us: all requests must be sent again. */
  readonly onWelcome: (userId: string) => void;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onBytes: (bytes: ArrayBuffer) => void;
  readonly onState: (state: ConnectionState) => void;
};

/** Timeout of an attempt without a welcome, in any state of the socket. */
const WELCOME_WITHIN_MS = 10_000;
/**
 * Each timeout doubles that of the next attempt, up to this factor: on a line saturated by an
 * upload, the welcome would always come too late.
 */
const MAX_TIMEOUT_FACTOR = 4;

/** Our contract differs: the server would only close again. */
const OTHER_CONTRACT_CODE = 4400;
/** Our session has ended, or continues under another token. */
const SESSION_ENDED_CODE = 4401;
/**
 * The member's rights changed. The server closed only this member's sockets, and the page must find
 * out what it may show.
 */
const RIGHTS_CHANGED_CODE = 4403;
/** The server cannot reach its database; another one may. */
const TRY_AGAIN_CODE = 1013;
const SOON_CODES = [SESSION_ENDED_CODE, RIGHTS_CHANGED_CODE, TRY_AGAIN_CODE];

/**
 * One socket that reconnects after every close and monitors silence. Reports a loss within 9 s of
 * the last message (two heartbeats and a second). Does not queue messages while disconnected.
 */
export class LinkSocket {
  readonly #options: LinkSocketOptions;
  readonly #events: LinkSocketEvents;
  #socket: LinkWebSocket | null = null;
  #welcomed = false;
  readonly #silence: HeartbeatMonitor;
  #state: ConnectionState;
  #attempt = 0;
  #patience = 1;
  #clockOffsetMs = 0;
  #cancelWelcome: () => void = () => undefined;
  #cancelRetry: (() => void) | null = null;

  constructor(options: LinkSocketOptions, events: LinkSocketEvents) {
    this.#options = options;
    this.#events = events;
    this.#silence = new HeartbeatMonitor(options.clock, (kind, since) => this.#silent(kind, since));
    this.#state = { kind: 'stale', since: this.#silence.heardAt };
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** The server's clock minus ours, from its last message. */
  get clockOffsetMs(): number {
    return this.#clockOffsetMs;
  }

  /**
   * Sends when connected; otherwise drops the message, because a welcome sends all requests again.
   */
  send(message: ClientMessage): void {
    if (this.#welcomed) this.#socket?.send(JSON.stringify(message));
  }

  open(): void {
    this.#cancelRetry = null;
    const socket = this.#options.openSocket();
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    const whileCurrent =
      <Event>(run: (event: Event) => void) =>
      (event: Event): void => {
        if (this.#socket === socket) run(event);
      };
    socket.addEventListener(
      'open',
      whileCurrent(() => socket.send(JSON.stringify({ type: 'hello', version: CONTRACT_VERSION }))),
    );
    socket.addEventListener(
      'message',
      whileCurrent((event: MessageEvent) => this.#receive(event.data)),
    );
    socket.addEventListener(
      'close',
      whileCurrent((event: CloseEvent) => this.#closed(event.code, event.reason)),
    );
    // An error is always followed by a close, which handles it.
    socket.addEventListener('error', () => undefined);
    this.#cancelWelcome = this.#options.clock.after(WELCOME_WITHIN_MS * this.#patience, () => {
      this.#patience = Math.min(MAX_TIMEOUT_FACTOR, this.#patience * 2);
      this.#giveUp();
    });
    this.#silence.start();
  }

  /** Connects immediately: the network is back or the page is visible again. */
  wake(): void {
    if (this.#cancelRetry === null || this.#state.kind === 'refused') return;
    this.#cancelRetry();
    this.open();
  }

  /** Closes for good: after sign-out, or when the page closes. */
  close(): void {
    this.#drop();
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#silence.stop();
  }

  #receive(data: unknown): void {
    this.#silence.heard();
    if (data instanceof ArrayBuffer) this.#events.onBytes(data);
    else {
      const message = readServerMessage(data);
      if (message) this.#hear(message);
      else this.#options.log.warn('live: ignored a message outside the contract');
    }
    if (this.#welcomed) this.#change({ kind: 'live' });
  }

  #hear(message: ServerMessage): void {
    if (message.type === 'welcome' || message.type === 'beat')
      this.#clockOffsetMs = Date.parse(message.serverTime) - this.#silence.heardAt.getTime();
    if (message.type === 'beat') return;
    if (message.type !== 'welcome') {
      this.#events.onMessage(message);
      return;
    }
    if (message.version !== CONTRACT_VERSION) {
      this.#refused('contract-version');
      return;
    }
    this.#cancelWelcome();
    this.#welcomed = true;
    this.#attempt = 0;
    this.#patience = 1;
    this.#events.onWelcome(message.userId);
  }

  #closed(code: number, reason: string): void {
    const wasWelcomed = this.#welcomed;
    this.#drop();
    const ended = code === SESSION_ENDED_CODE;
    if (code === OTHER_CONTRACT_CODE || (ended && this.#options.refusedBecause === undefined)) {
      this.#refused(reason === '' ? `closed-${code}` : reason);
      return;
    }
    if (this.#state.kind === 'live') this.#change({ kind: 'stale', since: this.#silence.heardAt });
    this.#retry(SOON_CODES.includes(code) ? soonDelayMs : reconnectDelayMs);
    if (!wasWelcomed || ended) this.#askWhy();
  }

  #askWhy(): void {
    const attempt = this.#attempt;
    this.#options
      .refusedBecause?.()
      .then((code) => {
        if (code === null || this.#attempt !== attempt) return;
        this.#cancelRetry?.();
        this.#cancelRetry = null;
        this.#refused(code);
      })
      .catch((error: unknown) =>
        this.#options.log.warn('live: request for the refusal reason failed', {
          reason: String(error),
        }),
      );
  }

  #retry(delayMs: typeof reconnectDelayMs): void {
    const { clock } = this.#options;
    this.#attempt += 1;
    this.#cancelRetry = clock.after(delayMs(this.#attempt, clock.random()), () => this.open());
  }

  #refused(code: string): void {
    this.#drop();
    this.#silence.stop();
    this.#options.log.warn('live: refused by the server', { code });
    this.#change({ kind: 'refused', code });
  }

  #drop(): void {
    const socket = this.#socket;
    this.#cancelWelcome();
    this.#socket = null;
    this.#welcomed = false;
    socket?.close();
  }

  #silent(kind: 'stale' | 'lost', since: Date): void {
    this.#change({ kind, since });
    // Otherwise a half-open connection stays unnoticed for minutes. A connection without a welcome
    // has its own timer.
    if (kind === 'lost' && this.#welcomed) this.#giveUp();
  }

  #giveUp(): void {
    this.#drop();
    this.#retry(reconnectDelayMs);
  }

  #change(state: ConnectionState): void {
    if (sameState(this.#state, state)) return;
    this.#state = state;
    this.#events.onState(state);
  }
}

/** A text message of the socket, or null if it is not in the contract. */
function readServerMessage(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const parsed = serverMessage.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
