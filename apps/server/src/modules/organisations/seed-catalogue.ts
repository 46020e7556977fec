import { encodeFields, ProblemError, standardDeviceTypes, standardViews } from '@yamori/domain';
import type { Logger } from 'pino';
import type { DocumentStore } from '../../core/documents/document-store.ts';

/**
 * A server knows our own sensors and two ways of looking at a ward from its first start: without a
 * device type nobody could register a device. Only where there is none at all: what the maker
 * changed or took away stays so, as long as one of its own is left.
 */
export async function seedCatalogue(
  store: Pick<DocumentStore, 'list' | 'commit'>,
  log: Logger,
): Promise<void> {
  for (const [collection, documents] of [
    ['deviceType', standardDeviceTypes()],
    ['view', standardViews()],
  ] as const) {
    const known = await store.list({
      collection,
      group: false,
      filters: [],
      orderBy: [],
      offset: 0,
      limit: 1,
    });
    if (known.length > 0) continue;
    try {
      await store.commit(
        documents.map(([path, fields]) => ({
          kind: 'create',
          path,
          data: encodeFields(fields, false),
        })),
        { userId: null },
      );
      log.info({ collection, made: documents.length }, 'the catalogue is there');
    } catch (error) {
      // Another server on the same database began at the same moment.
      if (
        !(
          error instanceof ProblemError &&
          ['document-exists', 'document-key-taken'].includes(error.problem.code)
        )
      )
        throw error;
    }
  }
}
