import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderList } from '../../kit/testing/list-fixture.tsx';
import { OrganisationSwitcher } from './organisation-switcher.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const named = (name: string) => ({ name, kind: 'facility' });

async function open(silent: readonly string[], documents: Readonly<Record<string, object>>) {
  const fixture = await renderList({
    Screen: OrganisationSwitcher,
    address: '/',
    documents,
    silent,
    organisationId: null,
  });
  cleanups.push(() => fixture.end());
  return fixture;
}

describe('OrganisationSwitcher', () => {
  it('says nothing of organisations that have not arrived', async () => {
    const { place } = await open(['domain'], { 'domain/home': named('あかねの家') });
    await expect.poll(() => place.querySelector('[aria-busy="true"]')).not.toBeNull();
    expect(page.getByRole('combobox').elements()).toEqual([]);
    expect(place.textContent).not.toContain('すべての組織');
  });

  it('shows the name alone if there is only one', async () => {
    await open([], { 'domain/home': named('あかねの家') });
    await expect.element(page.getByText('あかねの家')).toBeVisible();
    expect(page.getByRole('combobox').elements()).toEqual([]);
  });

  it('offers each of several, and all', async () => {
    await open([], {
      'domain/home': named('あかねの家'),
      'domain/other': named('みずきの家'),
    });
    const choice = page.getByRole('combobox', { name: '表示する組織' });
    await expect.element(choice).toHaveDisplayValue('すべての組織');
    const options = choice.element().querySelectorAll('option');
    expect([...options].map(({ text }) => text)).toEqual([
      'すべての組織',
      'あかねの家',
      'みずきの家',
    ]);
  });
});
