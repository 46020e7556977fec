import type { Problem } from '@yamori/domain';
import { attempt } from '../../call-outcome.ts';
import { createListeners } from '../../listeners.ts';

/** Undoes the change of one item. */
type Undo = () => Promise<void>;
export type BulkItem = {
  readonly id: string;
  readonly name: string;
  /** Null: no change was needed. */
  readonly act: () => Promise<Undo | null>;
};
type BulkFailure = { readonly id: string; readonly name: string; readonly problem: Problem };
type BulkState = {
  readonly done: number;
  readonly total: number;
  readonly failures: readonly BulkFailure[];
  readonly undos: readonly BulkItem[];
  readonly isOver: boolean;
  readonly isStopped: boolean;
};

export type BulkRun = {
  readonly current: () => BulkState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly stop: () => void;
  readonly start: () => Promise<BulkState>;
};

/**
 * Changes the items one after the other, each in a separate call: failures are listed and the rest
 * continues. Stopping ends the run after the current item; the changes until then stay, and can be
 * undone.
 */
export function createBulkRun(items: readonly BulkItem[]): BulkRun {
  const listeners = createListeners();
  let state: BulkState = {
    done: 0,
    total: items.length,
    failures: [],
    undos: [],
    isOver: false,
    isStopped: false,
  };
  const put = (patch: Partial<BulkState>): void => {
    state = { ...state, ...patch };
    listeners.notify();
  };
  return {
    current: () => state,
    subscribe: listeners.subscribe,
    stop: () => put({ isStopped: true }),
    async start() {
      for (const { id, name, act } of items) {
        if (state.isStopped) break;
        const outcome = await attempt(act);
        const done = state.done + 1;
        if (outcome.kind === 'refused')
          put({ done, failures: [...state.failures, { id, name, problem: outcome.problem }] });
        else if (outcome.value === null) put({ done });
        else put({ done, undos: [...state.undos, undoItem(id, name, outcome.value)] });
      }
      put({ isOver: true });
      return state;
    },
  };
}

const undoItem = (id: string, name: string, undo: Undo): BulkItem => ({
  id,
  name,
  act: async () => {
    await undo();
    return null;
  },
});
