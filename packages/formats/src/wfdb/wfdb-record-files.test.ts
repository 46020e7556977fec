import { expect, it } from 'vitest';
import { detectFormat } from '../detect-format.ts';
import { groupWfdbFiles, isWfdbPart, WFDB_PART_ENDINGS } from './wfdb-record-files.ts';

const headers: Readonly<Record<string, string>> = {
  '100.hea': '100 2 360 10\n100.dat 212 200 11 1024\n100.dat 212 200 11 1024\n',
  '101.hea': '101 1 360 10\n101.dat 212\n',
  'm.hea': 'm/3 1 100 6\ns1 2\n~ 2\ns2 2\n',
  's1.hea': 's1 1 100 2\ns1.dat 16\n',
  'climb.hea': 'climb 1 100 2\n../x.dat 16\n',
};
const group = (...names: readonly string[]) => groupWfdbFiles(names, (name) => headers[name] ?? '');

it('a record has the files that its header refers to and the annotations of its name', () => {
  expect(group('a.edf', '100.atr', '100.DAT', '101.hea', '100.hea', '101.dat')).toEqual({
    records: [
      { recordName: '101', header: '101.hea', members: ['101.dat', '101.hea'], missing: [] },
      {
        recordName: '100',
        header: '100.hea',
        members: ['100.DAT', '100.atr', '100.hea'],
        missing: [],
      },
    ],
    others: ['a.edf'],
  });
});

it('a missing file is listed, including the header', () => {
  expect(group('100.hea').records).toMatchObject([{ missing: ['100.dat'] }]);
  expect(group('x.dat', 'x.atr', 'y.qrs').records).toEqual([
    { recordName: 'x', header: null, members: ['x.atr', 'x.dat'], missing: ['x.hea'] },
    { recordName: 'y', header: null, members: ['y.qrs'], missing: ['y.hea'] },
  ]);
});

it('a segment of a record brings its own files', () => {
  expect(group('m.hea', 's1.hea', 's1.dat').records).toEqual([
    {
      recordName: 'm',
      header: 'm.hea',
      members: ['m.hea', 's1.dat', 's1.hea'],
      missing: ['s2.hea'],
    },
  ]);
});

it('a reference outside the folder is not followed', () => {
  expect(group('climb.hea', 'x.dat').records[0]).toMatchObject({
    members: ['climb.hea'],
    missing: ['../x.dat'],
  });
});

it('the groups do not depend on the order of files, and each file occurs once', () => {
  const names = ['m.hea', 's1.hea', 's1.dat', '100.hea', '100.dat', '100.atr', 'a.edf', 'x.dat'];
  const sorted = (groups: ReturnType<typeof group>) => ({
    records: groups.records.toSorted((one, other) => (one.recordName < other.recordName ? -1 : 1)),
    others: groups.others,
  });
  expect(sorted(group(...names.toReversed()))).toEqual(sorted(group(...names)));
  const { records, others } = group(...names);
  expect([...records.flatMap(({ members }) => members), ...others].toSorted()).toEqual(
    names.toSorted(),
  );
});

it.each([
  ['an unreadable header', 'broken.hea'],
  ['an empty header', 'empty.hea'],
])('%s is a record of one file', (_, name) => {
  expect(groupWfdbFiles([name], () => (name === 'empty.hea' ? '' : 'x many 100')).records).toEqual([
    { recordName: name.replace('.hea', ''), header: name, members: [name], missing: [] },
  ]);
});

it('the list of missing files is limited', () => {
  const master = `m/400 1 100 800\n${Array.from({ length: 400 }, (_, index) => `s${index} 2`).join('\n')}\n`;
  expect(groupWfdbFiles(['m.hea'], () => master).records[0]?.missing).toHaveLength(20);
});

it('a circle of headers gives no record', () => {
  const circle = (name: string): string =>
    name === 'a.hea' ? 'a/1 1 100 2\nb 2\n' : 'b/1 1 100 2\na 2\n';
  expect(groupWfdbFiles(['a.hea', 'b.hea'], circle).records.map(({ header }) => header)).toEqual([
    null,
    null,
  ]);
});

it.each([
  ['100.hea', true],
  ['100.DAT', true],
  ['100.atr', true],
  ['slp01a.st', true],
  ['night.edf', false],
  ['hea', false],
  ['100.hea.zip', false],
  ['atr.csv', false],
])('%s belongs to a record: %s', (name, isPart) => {
  expect(isWfdbPart(name)).toBe(isPart);
});

it('every annotator is among the extensions of a record', () => {
  for (const ending of WFDB_PART_ENDINGS.filter((each) => each !== 'hea' && each !== 'dat')) {
    expect(detectFormat(Uint8Array.of(18, 4, 0, 0), `100.${ending}`), ending).toBe(
      'wfdbAnnotations',
    );
  }
});
