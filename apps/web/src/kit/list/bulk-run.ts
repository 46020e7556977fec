import type { Problem } from '@yamori/domain';
import { outcomeOf } from '../../call-outcome.ts';
import { createListeners } from '../../listeners.ts';

/** Takes back what was done to one. */
type Undo = () => Promise<void>;
export type BulkItem = {
  readonly id: string;
  readonly name: string;
  /** Null: there was nothing to do. */
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
 * One after the other, each of its own: what is refused is named and the rest goes on. Stopped, it
 * ends after the one at hand; what was done until then stays, and can be taken back.
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
    listeners.tell();
  };
  return {
    current: () => state,
    subscribe: listeners.subscribe,
    stop: () => put({ isStopped: true }),
    async start() {
      for (const { id, name, act } of items) {
        if (state.isStopped) break;
        const outcome = await outcomeOf(act);
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
