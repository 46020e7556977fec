import { ACCIDENT_PARAMETERS } from '@yamori/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useLiveQuery, useDocuments } from '../../../live/documents/documents-context.tsx';
import { isWhole } from '../../../live/documents/document-reader.ts';
import { renderList } from '../../../kit/testing/list-fixture.tsx';
import { BulkThresholds } from './bulk-thresholds.tsx';
import { expectAccessible } from '../../../kit/testing/expect-accessible.ts';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const room = (name: string, parameterOverrides: object, domainId = 'home') => ({
  domainId,
  rootDomainId: 'home',
  name,
  parameterOverrides,
});
function Screen() {
  const found = useLiveQuery(useDocuments().collection('room').orderBy('name'));
  return 'value' in found ? (
    <BulkThresholds
      rooms={found.value.filter((candidate) => isWhole(candidate))}
      onDone={() => undefined}
    />
  ) : null;
}
async function open(documents: Readonly<Record<string, object>>) {
  const fixture = await renderList({
    Screen,
    address: '/room-config',
    documents,
    serve: async () =>
      Response.json({
        values: ACCIDENT_PARAMETERS.map(({ key, default: value }) => ({
          key,
          value,
          from: { kind: 'system' },
        })),
      }),
  });
  cleanups.push(fixture.end);
  return {
    ...fixture,
    set: (id: string) => fixture.transport.documents.get(`room/${id}`)?.data['parameterOverrides'],
  };
}

describe('thresholds of several rooms', () => {
  it('the form shows differences, writes to all rooms, and can be undone', async () => {
    const { set } = await open({
      'room/a': room('201', { 'accident.heartRateHigh.limit': 120 }),
      'room/b': room('202', {
        'accident.heartRateHigh.limit': 110,
        'accident.fall.enabled': false,
      }),
    });
    await page.getByRole('button', { name: 'しきい値を変える' }).click();
    const dialog = page.getByRole('dialog', { name: '2部屋のしきい値' });
    const kind = dialog.getByRole('group').filter({ hasText: '心拍が速い' });
    await expect.element(kind.getByText('部屋ごとに違います')).toBeVisible();
    await kind.getByText('心拍が速い').click();
    await expect.element(dialog.getByRole('button', { name: '2部屋を変える' })).toBeDisabled();
    await dialog.getByRole('spinbutton', { name: '心拍数がこれより多い' }).fill('115');
    await expectAccessible(dialog.element());
    await dialog.getByRole('button', { name: '2部屋を変える' }).click();
    await expect
      .poll(() => [set('a'), set('b')])
      .toEqual([
        { 'accident.heartRateHigh.limit': 115 },
        { 'accident.heartRateHigh.limit': 115, 'accident.fall.enabled': false },
      ]);
    await page.getByRole('button', { name: '元に戻す' }).click();
    await expect
      .poll(() => [set('a'), set('b')])
      .toEqual([
        { 'accident.heartRateHigh.limit': 120 },
        { 'accident.heartRateHigh.limit': 110, 'accident.fall.enabled': false },
      ]);
  });

  it('rooms of several organisations cannot be edited together, because they inherit different values', async () => {
    await open({ 'room/a': room('201', {}), 'room/b': room('202', {}, 'other') });
    await expect
      .element(
        page.getByRole('button', {
          name: 'しきい値を変える（同じ組織の部屋だけを選んでください）',
        }),
      )
      .toBeDisabled();
  });
});
