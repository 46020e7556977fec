import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderList } from '../../kit/testing/list-fixture.tsx';
import { OrganisationField } from './organisation-field.tsx';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const domain = (id: string, name: string, more: object = {}) => ({
  code: id,
  name,
  kind: 'facility',
  parentDomainId: null,
  rootDomainId: id,
  ancestorIds: [],
  ...more,
});
const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `domain/a${index}`,
      domain(`a${index}`, `あ園 ${String(index).padStart(5, '0')}`),
    ]),
  );

async function open(
  documents: Readonly<Record<string, object>>,
  { first = '', refused = [] as readonly string[] } = {},
) {
  const Screen = () => {
    const [chosen, setChosen] = useState(first);
    return (
      <>
        <OrganisationField
          label="組織"
          name="organisation"
          value={chosen}
          offers={({ kind }) => kind === 'facility'}
          onChange={setChosen}
        />
        <p data-chosen>{chosen}</p>
      </>
    );
  };
  const fixture = await renderList({ Screen, address: '/', documents, refused });
  cleanups.push(fixture.end);
  return {
    ...fixture,
    field: page.getByRole('combobox', { name: '組織' }),
    chosen: () => document.querySelector('[data-chosen]')?.textContent,
  };
}

describe('an organisation among many', () => {
  it('the search finds it by name, reading and code among the offered ones', async () => {
    const { field, chosen } = await open({
      'domain/h': domain('h', 'ひなた園'),
      'domain/s': domain('sakura', '桜の里', { nameKana: 'さくらのさと' }),
      'domain/x': domain('x', 'さくら販売', { kind: 'agency' }),
    });
    await field.fill('サクラ');
    await expect.element(page.getByRole('option')).toHaveTextContent('桜の里');
    await page.getByRole('option').click();
    expect(chosen()).toBe('s');
    await field.fill('sakur');
    await expect.element(page.getByRole('option')).toHaveTextContent('桜の里');
  });

  it("one beyond the list's limit is searched on the server, a chosen one is named, and the field says so", async () => {
    const { field, chosen } = await open(
      { ...many(5_001), 'domain/z': domain('zen', '禅の家', { nameKana: 'ぜんのいえ' }) },
      { first: 'z' },
    );
    await expect
      .element(page.getByText('先頭の5000件を表示しています', { exact: false }))
      .toBeVisible();
    await expect.element(field).toHaveValue('禅の家');
    await field.fill('あ園 05000');
    await expect.element(page.getByRole('option')).toHaveTextContent('あ園 05000');
    await page.getByRole('option').click();
    expect(chosen()).toBe('a5000');
    await field.fill('ぜんの');
    await expect.element(page.getByRole('option')).toHaveTextContent('禅の家');
  });

  it('a failed load shows the error and retries', async () => {
    const { field, transport } = await open(
      { 'domain/h': domain('h', 'ひなた園') },
      { refused: ['domain'] },
    );
    await expect.element(page.getByRole('alert')).toBeVisible();
    transport.refused.clear();
    await page.getByRole('button', { name: 'もう一度読み込む' }).click();
    await field.click();
    await expect.element(page.getByRole('option')).toHaveTextContent('ひなた園');
  });
});
