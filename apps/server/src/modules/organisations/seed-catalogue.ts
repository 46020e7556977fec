import { encodeFields, hasCode, standardDeviceTypes, standardViews } from '@yamori/domain';
import type { Logger } from 'pino';
import type { DocumentStore } from '../../core/documents/document-store.ts';

/**
 * Adds our sensors and two views to an empty server, because devices cannot be registered without a
 * device type. A collection that has any document is left unchanged, so that the maker's changes
 * persist.
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
      log.info({ collection, made: documents.length }, 'catalogue seeded');
    } catch (error) {
      // Another server seeded the same database concurrently.
      if (!hasCode(error, 'document-exists', 'document-key-taken')) throw error;
    }
  }
}
