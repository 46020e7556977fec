import { useEffect, useMemo, type ReactNode } from 'react';
import { isMemberCached } from '../live/offline/kept-member.ts';
import { settled, type OfflineDatabase } from '../live/offline/offline-database.ts';
import { ImportsContext, type Imports } from '../features/imports/imports-context.ts';
import { useOffline } from './live/offline-context.ts';

/**
 * The upload queue lives above the pages, so that leaving one stops no upload; its code loads on
 * first use.
 */
export function ImportsProvider({ memberId, children }: { memberId: string; children: ReactNode }) {
  const { database } = useOffline();
  const side = useMemo(() => openImports(memberId, database), [memberId, database]);
  useEffect(() => {
    side.wake();
    return side.close;
  }, [side]);
  return <ImportsContext value={side.imports}>{children}</ImportsContext>;
}

type ImportsRuntime = {
  readonly imports: Imports;
  /** Resumes the uploads of an earlier page. */
  readonly wake: () => void;
  readonly close: () => void;
};

function openImports(memberId: string, database: OfflineDatabase | null): ImportsRuntime {
  const http = { fetch: (url: string, init: RequestInit) => globalThis.fetch(url, init) };
  let queue: ReturnType<Imports['openQueue']> | null = null;
  const openQueue: Imports['openQueue'] = () => {
    queue ??= import('../features/imports/uploads/open-queue.ts').then(
      ({ openImportQueue }) => openImportQueue(globalThis.window, { http, database, memberId }),
      (error: unknown) => {
        queue = null;
        throw error;
      },
    );
    return queue;
  };
  return {
    imports: { openQueue },
    wake() {
      if (database === null) return;
      void countKept(database, memberId)
        .then((count) => (count > 0 ? openQueue() : null))
        .catch(() => undefined);
    },
    close() {
      const opened = queue;
      queue = null;
      void opened?.then((one) => one.close()).catch(() => undefined);
    },
  };
}

const countKept = (database: OfflineDatabase, memberId: string): Promise<number> =>
  database.transaction(['member', 'uploads'], 'readonly', async (stores) =>
    (await isMemberCached(stores('member'), memberId)) ? settled(stores('uploads').count()) : 0,
  );
