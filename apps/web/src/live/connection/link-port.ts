import type { Problem, StreamDeclaration, SubscriptionTarget } from '@yamori/domain';
import type { LiveConnection } from './live-connection.ts';
import type { LinkClock, ConnectionState } from './connection-state.ts';
import type { TargetChanges, TargetListener } from '../documents/document-transport.ts';
import type { WatchListener, WatchOptions } from '../chart/engine/frame-source.ts';

/**
 * Messages between the page and the worker that owns the connection. Both ends come from one build,
 * so they are typed, not parsed; the connection has parsed all network data.
 */
export type PortRequest =
  | { readonly type: 'subscribe'; readonly id: number; readonly target: SubscriptionTarget }
  | {
      readonly type: 'watch';
      readonly id: number;
      readonly serial: string;
      readonly options: WatchOptions;
    }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'wake' };

export type PortReply =
  | { readonly type: 'state'; readonly state: ConnectionState; readonly clockOffsetMs: number }
  | { readonly type: 'changes'; readonly id: number; readonly event: TargetChanges }
  | {
      readonly type: 'streams';
      readonly id: number;
      readonly streams: readonly StreamDeclaration[];
      readonly clockOffsetSeconds: number | null;
    }
  /** The buffer is transferred, not copied. */
  | { readonly type: 'frames'; readonly id: number; readonly bytes: ArrayBuffer }
  | { readonly type: 'dropped'; readonly id: number; readonly frames: number }
  | { readonly type: 'failed'; readonly id: number; readonly problem: Problem };

/** The part of a MessagePort that both ends need; a worker's own scope has it too. */
export type LinkPort<Sent, Received> = {
  readonly postMessage: (message: Sent, transfer: Transferable[]) => void;
  readonly addEventListener: (
    type: 'message',
    listener: (event: MessageEvent<Received>) => void,
  ) => void;
};

/**
 * The worker's end: runs the page's requests on the live client.
 * @returns a function that ends all requests
 */
export function serveLinkPort(
  port: LinkPort<PortReply, PortRequest>,
  link: LiveConnection,
): () => void {
  const running = new Map<number, () => void>();
  const reply = (message: PortReply, transfer: Transferable[] = []): void =>
    port.postMessage(message, transfer);
  const sendState = (state: ConnectionState): void =>
    reply({ type: 'state', state, clockOffsetMs: link.clockOffsetMs() });
  const getEnd = (id: number): void => {
    running.get(id)?.();
    running.delete(id);
  };
  port.addEventListener('message', ({ data: request }) => {
    switch (request.type) {
      case 'subscribe':
        running.set(request.id, subscribe(link, request, reply));
        return;
      case 'watch':
        running.set(request.id, watch(link, request, reply));
        return;
      case 'end':
        getEnd(request.id);
        return;
      case 'wake':
        link.wake();
    }
  });
  const endState = link.onState(sendState);
  sendState(link.state());
  return () => {
    endState();
    for (const id of running.keys()) getEnd(id);
  };
}

/**
 * The page's end: a live client that forwards to the worker's. `close` ends this page's requests;
 * the worker keeps the socket.
 */
export function linkOverPort(
  port: LinkPort<PortRequest, PortReply>,
  clock: Pick<LinkClock, 'now'>,
): LiveConnection {
  const proxy = new PortProxy(port, { kind: 'stale', since: new Date(clock.now()) });
  port.addEventListener('message', ({ data }) => proxy.receive(data));
  return {
    state: () => proxy.state,
    onState: (listener) => {
      proxy.stateListeners.add(listener);
      return () => proxy.stateListeners.delete(listener);
    },
    subscribe: (target, listener) =>
      proxy.start(proxy.subscriptions, listener, (id) => ({ type: 'subscribe', id, target })),
    watch: (serial, options, listener) =>
      proxy.start(proxy.watches, listener, (id) => ({
        type: 'watch',
        id,
        serial,
        options,
      })),
    clockOffsetMs: () => proxy.clockOffsetMs,
    framesDropped: () => proxy.framesDropped,
    wake: () => port.postMessage({ type: 'wake' }, []),
    close: () => proxy.endAll(),
  };
}

type Request<Type> = Extract<PortRequest, { type: Type }>;

function subscribe(
  link: LiveConnection,
  { id, target }: Request<'subscribe'>,
  reply: (message: PortReply) => void,
): () => void {
  return link.subscribe(target, {
    onChanges: (event) => reply({ type: 'changes', id, event }),
    onFail: (problem) => reply({ type: 'failed', id, problem }),
  });
}

function watch(
  link: LiveConnection,
  { id, serial, options }: Request<'watch'>,
  reply: (message: PortReply, transfer?: Transferable[]) => void,
): () => void {
  return link.watch(serial, options, {
    onStreams: (streams, clockOffsetSeconds) =>
      reply({ type: 'streams', id, streams, clockOffsetSeconds }),
    onFrames: (borrowed) => {
      const bytes = borrowed.slice().buffer;
      reply({ type: 'frames', id, bytes }, [bytes]);
    },
    onFail: (problem) => reply({ type: 'failed', id, problem }),
    onDropped: (frames) => reply({ type: 'dropped', id, frames }),
  });
}

class PortProxy {
  readonly stateListeners = new Set<(state: ConnectionState) => void>();
  readonly subscriptions = new Map<number, TargetListener>();
  readonly watches = new Map<number, WatchListener>();
  readonly #port: LinkPort<PortRequest, PortReply>;
  state: ConnectionState;
  clockOffsetMs = 0;
  framesDropped = 0;
  #lastId = 0;

  constructor(port: LinkPort<PortRequest, PortReply>, state: ConnectionState) {
    this.#port = port;
    this.state = state;
  }

  start<Listener>(
    listeners: Map<number, Listener>,
    listener: Listener,
    request: (id: number) => PortRequest,
  ): () => void {
    const id = (this.#lastId += 1);
    listeners.set(id, listener);
    this.#port.postMessage(request(id), []);
    return () => {
      if (listeners.delete(id)) this.#port.postMessage({ type: 'end', id }, []);
    };
  }

  endAll(): void {
    for (const id of [...this.subscriptions.keys(), ...this.watches.keys()])
      this.#port.postMessage({ type: 'end', id }, []);
    this.subscriptions.clear();
    this.watches.clear();
  }

  receive(message: PortReply): void {
    switch (message.type) {
      case 'state':
        this.state = message.state;
        this.clockOffsetMs = message.clockOffsetMs;
        this.stateListeners.forEach((listener) => listener(message.state));
        return;
      case 'changes':
        this.subscriptions.get(message.id)?.onChanges(message.event);
        return;
      case 'streams':
        this.watches.get(message.id)?.onStreams(message.streams, message.clockOffsetSeconds);
        return;
      case 'frames':
        this.watches.get(message.id)?.onFrames(new Uint8Array(message.bytes));
        return;
      case 'dropped':
        this.framesDropped += message.frames;
        this.watches.get(message.id)?.onDropped(message.frames);
        return;
      case 'failed':
        this.#failed(message);
    }
  }

  #failed({ id, problem }: Extract<PortReply, { type: 'failed' }>): void {
    const subscription = this.subscriptions.get(id);
    const watch = this.watches.get(id);
    this.subscriptions.delete(id);
    this.watches.delete(id);
    subscription?.onFail(problem);
    watch?.onFail(problem);
  }
}
