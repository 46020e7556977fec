import { describe, expect, it } from 'vitest';
import { takenOut } from './taken-out.ts';

const AT = new Date('2026-11-01T12:00:00.000Z');
const NIGHTS = { from: '2026-11-01', to: '2026-11-30', rooms: 12 };

describe('takenOut', () => {
  it.each([
    [{ file: 'report', format: 'pdf', table: null, ...NIGHTS }],
    [{ file: 'report', format: 'csv', table: 'nights', ...NIGHTS }],
    [{ file: 'room', format: 'edf', from: AT, to: AT }],
    [{ file: 'nightTable', ...NIGHTS }],
  ])('accepts %j', (said) => {
    expect(takenOut.parse(said)).toEqual(said);
  });

  it.each([
    ['an unknown format', { file: 'report', format: 'docx', table: null, ...NIGHTS }],
    ['invalid dates', { file: 'nightTable', ...NIGHTS, from: '2026-02-30' }],
    ['the occupant', { file: 'room', format: 'edf', from: AT, to: AT, occupant: 'somebody' }],
    ['a negative number of rooms', { file: 'nightTable', ...NIGHTS, rooms: -1 }],
  ])('rejects %s', (_, said) => {
    expect(takenOut.safeParse(said).success).toBe(false);
  });
});
