import { expect, it } from 'vitest';
import { groupWfdbFiles } from './wfdb-record-files.ts';

const headers: Readonly<Record<string, string>> = {
  '100.hea': '100 2 360 10\n100.dat 212 200 11 1024\n100.dat 212 200 11 1024\n', '101.hea': '101 1 360 10\n101.dat 212\n',
  'm.hea': 'm/3 1 100 6\ns1 2\n~ 2\ns2 2\n', 's1.hea': 's1 1 100 2\ns1.dat 16\n', 'climb.hea': 'climb 1 100 2\n../x.dat 16\n',
};
const group = (...names: readonly string[]) => groupWfdbFiles(names, (name) => headers[name] ?? '');

it('puts together what headers name and what has the name of a record', () => {
  expect(group('a.edf', '100.atr', '100.DAT', '101.hea', '100.hea', '101.dat')).toEqual({
    records: [
      { recordName: '101', header: '101.hea', members: ['101.dat', '101.hea'], missing: [] },
      { recordName: '100', header: '100.hea', members: ['100.DAT', '100.atr', '100.hea'], missing: [] },
    ],
    others: ['a.edf'],
  });
});

it('names what is missing, the header too', () => {
  expect(group('100.hea').records).toMatchObject([{ missing: ['100.dat'] }]);
  expect(group('x.dat', 'x.atr', 'y.qrs').records).toEqual([
    { recordName: 'x', header: null, members: ['x.atr', 'x.dat'], missing: ['x.hea'] }, { recordName: 'y', header: null, members: ['y.qrs'], missing: ['y.hea'] },
  ]);
});

it('takes the segments of a record with their own files', () => {
  expect(group('m.hea', 's1.hea', 's1.dat').records).toEqual([{ recordName: 'm', header: 'm.hea', members: ['m.hea', 's1.dat', 's1.hea'], missing: ['s2.hea'] }]);
});

it('follows no name out of the folder', () => {
  expect(group('climb.hea', 'x.dat').records[0]).toMatchObject({ members: ['climb.hea'], missing: ['../x.dat'] });
});
