import {
  CONTRACT_VERSION,
  type ClientMessage,
  type ServerMessage,
  serverMessage,
} from '@yamori/domain';
import type { ClientLog } from '../../api/client-log.ts';
import { sameState, type LinkClock, type LinkState } from './link-state.ts';
import { reconnectDelayMs, soonDelayMs } from './reconnect-delay.ts';
import { SilenceWatch } from './silence-watch.ts';

/** What the link needs of a WebSocket; a browser's and Node's have it. */
type LinkWebSocket = Pick<WebSocket, 'binaryType' | 'send' | 'close' | 'addEventListener'>;

export type LinkSocketOptions = {
  readonly openSocket: () => LinkWebSocket;
  readonly clock: LinkClock;
  readonly log: ClientLog;
  /**
   * Asked after an attempt that ended before a welcome, because a page cannot see why a socket was
   * not opened, and when the server says that the session has ended, because it may go on under
   * another token: the code of why the server will not have us, or null when it would (it is down,
   * or the network is).
   */
  readonly refusedBecause?: () => Promise<string | null>;
};

type LinkSocketEvents = {
  /** The server has welcomed us: everything has to be asked for again. */
  readonly onWelcome: (userId: string) => void;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onBytes: (bytes: ArrayBuffer) => void;
  readonly onState: (state: LinkState) => void;
};

/**
 * An attempt that has led to no welcome by then has failed, whatever the socket still hopes for.
 */
const WELCOME_WITHIN_MS = 10_000;
/**
 * Each attempt that was given up leaves the next one twice the time: on a line that an upload
 * fills, a welcome would else always come too late.
 */
const MOST_PATIENCE = 4;

/** Our contract is another one: the server would only close again. */
const OTHER_CONTRACT_CODE = 4400;
/** Our session has ended, or goes on under another token. */
const SESSION_ENDED_CODE = 4401;
/**
 * The member's rights changed: the server has closed only theirs, and the page waits to know what
 * it may show.
 */
const RIGHTS_CHANGED_CODE = 4403;
/** The server cannot reach its database; another one may. */
const TRY_AGAIN_CODE = 1013;
const SOON_CODES = [SESSION_ENDED_CODE, RIGHTS_CHANGED_CODE, TRY_AGAIN_CODE];

/**
 * One socket that is opened again whenever it falls, and that knows how long nothing was heard. It
 * says so within 9 s of the last word (two beats and a second). Keeps nothing that was to be sent
 * while it is down.
 */
export class LinkSocket {
  readonly #options: LinkSocketOptions;
  readonly #events: LinkSocketEvents;
  #socket: LinkWebSocket | null = null;
  #welcomed = false;
  readonly #silence: SilenceWatch;
  #state: LinkState;
  #attempt = 0;
  #patience = 1;
  #clockOffsetMs = 0;
  #cancelWelcome: () => void = () => undefined;
  #cancelRetry: (() => void) | null = null;

  constructor(options: LinkSocketOptions, events: LinkSocketEvents) {
    this.#options = options;
    this.#events = events;
    this.#silence = new SilenceWatch(options.clock, (kind, since) => this.#silent(kind, since));
    this.#state = { kind: 'stale', since: this.#silence.heardAt };
  }

  get state(): LinkState {
    return this.#state;
  }

  /** The server's clock minus ours, from its last word. */
  get clockOffsetMs(): number {
    return this.#clockOffsetMs;
  }

  /** Sends when the server listens; otherwise nothing, since all is asked for again on welcome. */
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
    // An error is always followed by a close, which does what is to be done.
    socket.addEventListener('error', () => undefined);
    this.#cancelWelcome = this.#options.clock.after(WELCOME_WITHIN_MS * this.#patience, () => {
      this.#patience = Math.min(MOST_PATIENCE, this.#patience * 2);
      this.#giveUp();
    });
    this.#silence.start();
  }

  /** Tries at once, for when the network is back or the page is shown again. */
  wake(): void {
    if (this.#cancelRetry === null || this.#state.kind === 'refused') return;
    this.#cancelRetry();
    this.open();
  }

  /** For good: after sign-out, or when the page goes. */
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
      else this.#options.log.warn('live: a message that is none of the contract was ignored');
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
        this.#options.log.warn('live: could not ask why the socket was refused', {
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
    // A half-open connection would be noticed by nobody else for minutes. One that was never
    // welcomed has its own timer.
    if (kind === 'lost' && this.#welcomed) this.#giveUp();
  }

  #giveUp(): void {
    this.#drop();
    this.#retry(reconnectDelayMs);
  }

  #change(state: LinkState): void {
    if (sameState(this.#state, state)) return;
    this.#state = state;
    this.#events.onState(state);
  }
}

/** A text message of the socket, or null for what is none of the contract. */
function readServerMessage(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const parsed = serverMessage.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
