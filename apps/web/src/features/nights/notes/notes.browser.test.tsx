import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderRoom } from '../testing/room-fixture.tsx';
import { findNightNotes, toNoteRange } from './note-panel.tsx';
import '../../../kit/theme/tokens.css';
import '../../../kit/theme/base.css';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

const AT = new Date('2026-11-20T14:00:00Z');
const aNote = (more: object = {}) => ({
  from: AT,
  to: null,
  text: '体位を変えた',
  writtenBy: 'other',
  ...more,
});

async function open(
  notes: Readonly<Record<string, object>>,
  options: Parameters<typeof renderRoom>[0] = {},
) {
  const fixture = await renderRoom({
    search: '?night=2026-11-20',
    nights: { '2026-11-20': {} },
    ...options,
  });
  cleanups.push(() => fixture.end());
  fixture.put('staff/other', {
    userId: 'other',
    domainId: 'home',
    rootDomainId: 'home',
    name: '佐藤 茜',
    accessLevel: 2,
    email: 'b@b.example',
    state: 'active',
  });
  for (const [id, note] of Object.entries(notes)) fixture.put(`room/r1/note/${id}`, note);
  return fixture;
}

describe('notes of a night', () => {
  it('the list and the axis show notes by time, with their authors', async () => {
    const fixture = await open({
      b: aNote(),
      a: aNote({
        from: new Date('2026-11-20T13:00:00Z'),
        to: new Date('2026-11-20T13:10:00Z'),
        text: '巡回',
        writtenBy: 'u',
      }),
      far: aNote({ from: new Date('2026-11-10T13:00:00Z') }),
    });
    await page.getByRole('button', { name: 'メモ 2' }).click();
    const items = () =>
      [...fixture.place.querySelectorAll('[data-note]')].map((item) => item.textContent);
    await expect.poll(() => items()[1]).toMatch(/^23:00:00体位を変えた佐藤 茜 · /);
    expect(items()[0]).toMatch(/^22:00:00 – 22:10:00（10分）巡回夜勤 花子（自分） · /);
    await page.getByRole('button', { name: '表', exact: true }).click();
    await expect
      .poll(() => fixture.place.querySelector('th[data-lane="note"]')?.textContent)
      .toBe('メモ');
  });

  it('the list omits notes of other years', async () => {
    const fixture = await open({
      own: aNote(),
      ...Object.fromEntries(
        Array.from({ length: 500 }, (_, index) => [
          `far${index}`,
          aNote({ from: new Date(Date.UTC(2029, 0, 1, 0, index)) }),
        ]),
      ),
    });
    await page.getByRole('button', { name: 'メモ 1' }).click();
    await expect
      .poll(() => fixture.place.querySelector('[data-note]')?.textContent)
      .toContain('体位を変えた');
  });

  it("a new note spans T1 to T2 and carries its author's name", async () => {
    const fixture = await open({});
    await page.getByRole('button', { name: 'メモ', exact: true }).click();
    await page.getByRole('textbox', { name: 'メモの内容' }).fill('  せきをしていた  ');
    fixture.chart().focus();
    await userEvent.keyboard(
      '{Shift>}{ArrowRight}{/Shift}1{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}2',
    );
    await expect.poll(() => fixture.place.querySelector('form b')?.textContent).toMatch(/ – /);
    await page.getByRole('button', { name: 'メモを書く' }).click();
    await expect
      .poll(() => fixture.place.querySelector('[data-note] p')?.textContent)
      .toBe('せきをしていた');
    const [written] = await fixture.transport.list({
      collection: 'room/r1/note',
      group: false,
      filters: [],
      orderBy: [],
      offset: 0,
    });
    expect(written?.data).toMatchObject({
      text: 'せきをしていた',
      writtenBy: 'u',
      from: { $date: expect.any(String) },
      to: { $date: expect.any(String) },
    });
    await expect.element(page.getByRole('textbox', { name: 'メモの内容' })).toHaveValue('');
  });

  it('authors can edit their notes and ward managers can delete them', async () => {
    const fixture = await open({
      own: aNote({ writtenBy: 'u' }),
      others: aNote({ from: new Date('2026-11-20T15:00:00Z') }),
    });
    await page.getByRole('button', { name: 'メモ 2' }).click();
    expect(fixture.place.querySelector('[data-note="others"]')?.textContent).not.toContain('直す');
    await page.getByRole('button', { name: '直す 23:00:00' }).click();
    await page.getByRole('textbox', { name: 'メモの内容' }).last().fill('右を向いた');
    await page.getByRole('button', { name: '保存する' }).click();
    await expect
      .poll(() => fixture.place.querySelector('[data-note="own"] p')?.textContent)
      .toBe('右を向いた');
    await page
      .getByRole('button', { name: /^削除する / })
      .last()
      .click();
    await page.getByRole('button', { name: '削除する', exact: true }).click();
    await expect.poll(() => fixture.place.querySelectorAll('[data-note]').length).toBe(1);
  });

  it('residents cannot edit notes of others, and an agency learns nothing about notes', async () => {
    const home = await open({ others: aNote() }, { level: 1 });
    home.put('room/r1', { ...home.transport.documents.get('room/r1')?.data, sharedWith: ['u'] });
    await page.getByRole('button', { name: 'メモ 1' }).click();
    await expect
      .poll(() => home.place.querySelector('[data-note]')?.textContent)
      .toContain('体位を変えた');
    expect(home.place.querySelector('[data-note] button:not([title])')).toBeNull();
    cleanups.splice(0).forEach((cleanup) => cleanup());
    const agency = await open({}, { level: 50 });
    await expect.element(page.getByRole('button', { name: '重ね方' })).toBeVisible();
    expect(agency.place.querySelector('[data-tool="notes"]')).toBeNull();
  });
});

describe('the time of a new note', () => {
  const [early, late, pointed] = [1000, 5000, 3000];
  it.each<[string, { t1Ms: number | null; t2Ms: number | null }, number, number | null]>([
    ['between both cursors, in their order', { t1Ms: late, t2Ms: early }, early, late],
    ['at the only cursor', { t1Ms: null, t2Ms: late }, late, null],
    ['at the pointed time', { t1Ms: null, t2Ms: null }, pointed, null],
    ['at one moment where both cursors are equal', { t1Ms: early, t2Ms: early }, early, null],
  ])('it is %s', (_, marks, from, to) =>
    expect(toNoteRange(marks, pointed)).toEqual({
      from: new Date(from),
      to: to === null ? null : new Date(to),
    }),
  );

  it('a note belongs to each night that it touches', () => {
    // Only its times matter here.
    const note = aNote({ to: new Date('2026-11-20T15:00:00Z') }) as Parameters<
      typeof findNightNotes
    >[0][number];
    const touches = (fromMs: number, toMs: number) =>
      findNightNotes([note], { fromMs, toMs }).length;
    expect([
      touches(AT.getTime() - 9, AT.getTime()),
      touches(AT.getTime() - 9, AT.getTime() + 1),
      touches(AT.getTime() + 60_000, AT.getTime() + 90_000),
      touches(AT.getTime() + 3_600_001, AT.getTime() + 3_700_000),
    ]).toEqual([0, 1, 1, 0]);
  });
});
