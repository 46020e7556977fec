import { describe, expect, it } from 'vitest';
import { createAppRouter } from './router.tsx';

describe('the address of the gallery', () => {
  it.each([
    ['opens in development and in the demonstration', true],
    ['is unknown on a real installation', false],
  ])('%s', (_, hasGallery) => {
    const router = createAppRouter({
      visitor: () => ({ kind: 'signedOut' }),
      onlyAddress: () => null,
      hasGallery,
      loadTexts: () => Promise.resolve(),
    });
    expect('/gallery' in router.routesByPath).toBe(hasGallery);
  });
});
