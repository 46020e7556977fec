import { useState } from 'react';

/** Rows selected for a bulk action. */
export type Selection = {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  /** Selects all of these rows, or none if all are selected. */
  readonly toggleAll: (ids: readonly string[]) => void;
  readonly clear: () => void;
};

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ids,
    toggle: (id) =>
      setIds((before) =>
        before.has(id)
          ? new Set([...before].filter((one) => one !== id))
          : new Set([...before, id]),
      ),
    toggleAll: (all) =>
      setIds((before) =>
        all.every((id) => before.has(id))
          ? new Set([...before].filter((id) => !all.includes(id)))
          : new Set([...before, ...all]),
      ),
    clear: () => setIds(new Set()),
  };
}
