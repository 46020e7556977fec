// Brings the types of `cdp()`.
import type {} from '@vitest/browser-playwright';
import { cdp } from 'vitest/browser';

/** Shows the page as printed until the returned function is called. */
export async function asOnPaper(): Promise<() => void> {
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  return () => void cdp().send('Emulation.setEmulatedMedia', { media: '' });
}
