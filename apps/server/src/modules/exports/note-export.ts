import { type Actor, ProblemError, refuse, type TakenOut } from '@yamori/domain';
import type { DocumentStore } from '../../core/documents/document-store.ts';
import { changesOfFile } from '../../core/documents/writing/taken-file.ts';

/** A room that is watched is written every second. */
const TRIES = 8;

type Noted = {
  readonly actor: Actor;
  readonly address: string;
  readonly withNames: boolean;
  readonly file: TakenOut;
};

/**
 * Whoever takes health data out stands in the update history before the first byte leaves (decision
 * 026). @throws ProblemError `document-not-found`
 */
export async function noteExport(
  store: DocumentStore,
  path: string,
  { actor, address, withNames, file }: Noted,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const [document] = await store.read([path]);
    if (document === undefined || document === null) throw refuse('document-not-found');
    try {
      await store.commit([{ kind: 'verify', path, version: document.version }], {
        actor,
        address,
        acts: [
          {
            action: withNames ? 'exportedWithNames' : 'exported',
            path,
            changes: changesOfFile(file),
          },
        ],
      });
      return;
    } catch (error) {
      if (
        !(error instanceof ProblemError) ||
        error.problem.code !== 'document-conflict' ||
        attempt === TRIES
      )
        throw error;
    }
  }
}
