import { ProblemError, type DocumentValue } from '@yamori/domain';
import type { DocumentStore } from '../../../../core/documents/document-store.ts';

const MOST_TRIES = 5;

/**
 * Writes into the organisation's document that its members may come by this provider, or no longer.
 * What its administrators change there at the same moment stays.
 */
export async function offerSamlWay(
  store: DocumentStore,
  domainId: string,
  way: string,
  offered: boolean,
  userId: string,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const [domain] = await store.read([`domain/${domainId}`]);
    if (domain === null || domain === undefined) return;
    const others = texts(domain.data['samlProviderIds']).filter((id) => id !== way);
    const ids = offered ? [...others, way] : others;
    const methods = texts(domain.data['signInMethods'] ?? ['email']).filter(
      (method) => method !== 'saml',
    );
    // With its last provider goes its last way where it had no other: then the password, so that
    // nobody is shut out for good.
    const left = methods.some((method) => method !== 'anonymous') ? methods : [...methods, 'email'];
    const fields = [
      { field: ['samlProviderIds'], value: ids },
      { field: ['signInMethods'], value: ids.length === 0 ? left : [...methods, 'saml'] },
    ];
    try {
      await store.commit(
        [{ kind: 'update', path: domain.path, fields, precondition: { version: domain.version } }],
        { userId },
      );
      return;
    } catch (error) {
      if (
        !(error instanceof ProblemError) ||
        error.problem.code !== 'document-conflict' ||
        tries === MOST_TRIES
      )
        throw error;
    }
  }
}

const texts = (value: DocumentValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
