import { hasCode, type Actor, ProblemError, type TakenOut } from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { toFileChanges } from '../../core/documents/writing/export-audit.ts';

/** The document of a monitored room changes every second, so conflicts are likely. */
const MAX_TRIES = 8;

type Noted = {
  readonly actor: Actor;
  readonly address: string;
  readonly withNames: boolean;
  readonly file: TakenOut;
};

/**
 * Records an export of health data in the update history before the first byte is sent (decision
 * 026).
 */
export async function recordExport(
  store: DocumentStore,
  path: string,
  { actor, address, withNames, file }: Noted,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const [document] = await store.read([path]);
    if (document === undefined || document === null) throw new ProblemError('document-not-found');
    try {
      await store.commit([{ kind: 'verify', path, version: document.version }], {
        actor,
        address,
        acts: [
          {
            action: withNames ? 'exportedWithNames' : 'exported',
            path,
            changes: toFileChanges(file),
          },
        ],
      });
      return;
    } catch (error) {
      if (!hasCode(error, 'document-conflict') || attempt === MAX_TRIES) throw error;
    }
  }
}
