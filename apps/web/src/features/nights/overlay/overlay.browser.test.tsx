import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderRoom } from '../testing/room-fixture.tsx';
import '../../../kit/theme/tokens.css';
import '../../../kit/theme/base.css';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

/** Rooms 202 and 201 with one night each; sleep onset in 202 is two hours later. */
async function open(search: string) {
  const fixture = await renderRoom({
    search: `?night=2026-11-20${search}`,
    nights: { '2026-11-20': {}, '2026-11-19': {}, '2020-01-30': {} },
  });
  cleanups.push(() => fixture.end());
  const [own] = await fixture.transport.list({
    collection: 'room/r1/sleep',
    group: false,
    filters: [],
    orderBy: [],
    offset: 0,
  });
  const [room] = await fixture.transport.list({
    collection: 'room',
    group: false,
    filters: [],
    orderBy: [],
    offset: 0,
  });
  if (own === undefined || room === undefined) throw new Error('the fixture has no night');
  const { decodeFields } = await import('@yamori/domain');
  fixture.put('room/r2', { ...decodeFields(room.data), name: '202' });
  const night = decodeFields(own.data);
  const epochs = Array.isArray(night['epochs']) ? night['epochs'] : [];
  fixture.put('room/r2/sleep/2026-11-18', {
    ...night,
    night: '2026-11-18',
    from: new Date('2026-11-18T03:00:00Z'),
    to: new Date('2026-11-19T03:00:00Z'),
    epochs: [...epochs.slice(0, 240).fill('missing'), ...epochs.slice(0, -240)],
  });
  return fixture;
}
const legend = () => document.querySelector('[data-overlay]')?.textContent;

describe('an overlaid night', () => {
  it('a night of the same room is listed and aligned by the clock', async () => {
    await open('&with=2026-11-19');
    await expect.poll(legend).toBe('破線：この部屋 11/19(木)の夜（時計を合わせています）');
  });

  it('a night of another year is offered with its year', async () => {
    await open('');
    const offered = () =>
      [...document.querySelectorAll('select')].find((select) => select.options[0]?.text === 'なし')
        ?.textContent;
    await expect.poll(offered).toBe('なし11/19(木)2020/1/30(木)');
  });

  it('an overlaid night has its own columns in the table behind the chart', async () => {
    const fixture = await open('&with=2026-11-19');
    await expect.poll(() => fixture.chart().dataset['sharp']).toBe('true');
    await page.getByRole('button', { name: '表', exact: true }).click();
    const heads = () =>
      [...fixture.place.querySelectorAll('thead th')].map((head) => head.textContent);
    await expect.poll(heads).toContain('睡眠段階（重ねた夜）');
    const column = (name: string) => heads().indexOf(name);
    expect(column('睡眠段階（重ねた夜）')).toBe(column('睡眠段階') + 1);
    const cells = () =>
      [...fixture.place.querySelectorAll('tbody tr:nth-child(30) > *')].map(
        (cell) => cell.textContent,
      );
    await expect.poll(() => cells()[column('睡眠段階（重ねた夜）')]).toMatch(/浅い|深い/);
    expect(cells()[column('心拍（重ねた夜）/分')]).toBe('61');
  });

  it('a night of another room is chosen by room and night, and aligned by sleep onset', async () => {
    const fixture = await open('');
    // `search` has the router's own type; this one has no validated form.
    await fixture.router.navigate({
      to: '.',
      search: { night: '2026-11-20', with: '2026-11-18', withRoom: 'r2' } as never,
    });
    await expect.poll(legend).toBe('破線：202 11/18(水)の夜（時計を合わせています）');
    await page.getByRole('button', { name: '重ね方' }).click();
    await page.getByText('入眠', { exact: true }).click();
    await expect.poll(legend).toBe('破線：202 11/18(水)の夜（入眠を合わせています −2時間0分）');
    expect(fixture.router.state.location.search).toMatchObject({
      with: '2026-11-18',
      withRoom: 'r2',
      align: 'onset',
    });
    await page.getByRole('combobox', { name: '重ねる部屋' }).selectOptions('この部屋');
    await expect.poll(() => fixture.router.state.location.search).not.toHaveProperty('withRoom');
    expect(legend()).toBeUndefined();
  });

  it('a night that is missing or not accessible gets a message', async () => {
    await open('&with=2026-11-18&withRoom=nowhere');
    await expect.poll(legend).toBe('重ねる夜がありません。削除されたか、閲覧の権限がありません。');
  });
});
