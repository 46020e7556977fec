import { hasCode, type DocumentValue } from '@yamori/domain';
import type { DocumentStore } from '../../../../core/documents/document-store.ts';

const MAX_ATTEMPTS = 5;

/**
 * Adds or removes the provider in the organisation's sign-in methods. Concurrent edits of the
 * document are preserved.
 */
export async function updateSamlMethods(
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
    // Removing the last provider may leave only `anonymous` or no method at all. Password sign-in
    // is then added, so that members are not locked out.
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
      if (!hasCode(error, 'document-conflict') || tries === MAX_ATTEMPTS) throw error;
    }
  }
}

const texts = (value: DocumentValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
