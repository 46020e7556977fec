import { describe, expect, it } from 'vitest';
import { takenOut } from './taken-out.ts';

const AT = new Date('2026-11-01T12:00:00.000Z');
const NIGHTS = { from: '2026-11-01', to: '2026-11-30', rooms: 12 };

describe('what is said of a file that was taken out', () => {
  it.each([
    [{ file: 'report', format: 'pdf', table: null, ...NIGHTS }],
    [{ file: 'report', format: 'csv', table: 'nights', ...NIGHTS }],
    [{ file: 'room', format: 'edf', from: AT, to: AT }],
    [{ file: 'nightTable', ...NIGHTS }],
  ])('is %j', (said) => {
    expect(takenOut.parse(said)).toEqual(said);
  });

  it.each([
    ['of a form that there is not', { file: 'report', format: 'docx', table: null, ...NIGHTS }],
    ['days that are none', { file: 'nightTable', ...NIGHTS, from: '2026-02-30' }],
    ['whose room it is', { file: 'room', format: 'edf', from: AT, to: AT, occupant: 'somebody' }],
    ['fewer rooms than none', { file: 'nightTable', ...NIGHTS, rooms: -1 }],
  ])('is nothing %s', (_, said) => {
    expect(takenOut.safeParse(said).success).toBe(false);
  });
});
