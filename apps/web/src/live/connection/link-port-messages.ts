import type { Problem, StreamDeclaration, SubscriptionTarget } from '@yamori/domain';
import type { TargetChanges } from '../documents/document-transport.ts';
import type { ConnectionState } from './connection-state.ts';
import type { WatchOptions } from '../chart/engine/frame-source.ts';

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
