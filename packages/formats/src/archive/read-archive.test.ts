import { describe, expect, it } from 'vitest';
import { readFileContent } from '../read-file.ts';
import type { Recording } from '../recording.ts';
import { buildBdf } from '../testing/bdf-builder.ts';
import { createRandom } from '../testing/damage.ts';
import { buildEdf } from '../testing/edf-builder.ts';
import { buildZip } from '../testing/zip-builder.ts';
import { bundleFiles, type NamedBytes } from './bundle-files.ts';
import { openArchive } from './open-archive.ts';
import { readArchive } from './read-archive.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const signals = [
  {
    label: 'Flow',
    records: [
      [1, 2, 3],
      [4, 5, 6],
    ],
  },
];

async function inside(
  files: readonly NamedBytes[],
  settings: { readonly sampleRateHz?: number } = {},
) {
  const content = readArchive(await openArchive(buildZip(files)), settings);
  return content.kind === 'recording' ? content : expect.fail(content.kind);
}
const plain = (name: string, bytes: Uint8Array, more: object = {}): Recording => {
  const content = readFileContent({ name, bytes, ...more });
  return content.kind === 'recording' ? content.recording : expect.fail(content.kind);
};

describe('readArchive', () => {
  it.each<[string, Uint8Array]>([
    ['night.edf', buildEdf({ signals })],
    ['cut.edf', buildEdf({ signals }).slice(0, -1)],
    ['night.bdf', buildBdf({ signals })],
    ['table.csv', text('time,x\n0,1\n0.5,2\n1,none\n1.5,4\n')],
    ['table.tsv', text('time\tx\n0\t1\n1\t2\n2\t3\n')],
    [
      'night.AWD',
      text(`a\r\n23-Jan-2018\r\n13:58\r\n 4 \r\n00\r\nV1\r\nX\r\n${'3\r\n'.repeat(40)}`),
    ],
  ])('reads %s as it is read outside an archive', async (name, bytes) => {
    expect((await inside([{ name, bytes }])).recording).toEqual(plain(name, bytes));
    expect(
      (
        await inside([
          { name: `below/two/folders/${name}`, bytes },
          { name: 'below/notes.md', bytes: text('x') },
        ])
      ).recording,
    ).toEqual(plain(name, bytes));
  });

  it('uses the given rate for a table without one', async () => {
    const bytes = text('a,b\n1,2\n3,4\n5,6\n');
    expect((await inside([{ name: 'table.csv', bytes }], { sampleRateHz: 4 })).recording).toEqual(
      plain('table.csv', bytes, { sampleRateHz: 4 }),
    );
  });

  it('reads a .txt file if there is no other recording', async () => {
    const bytes = text('time,x\n0,1\n1,2\n2,3\n');
    expect((await inside([{ name: 'table.txt', bytes }])).recording.streams).toHaveLength(1);
    expect(
      (
        await inside([
          { name: 'remarks.txt', bytes: text('x') },
          { name: 'table.csv', bytes },
        ])
      ).recording,
    ).toEqual(plain('table.csv', bytes));
  });

  it('reads a tomograph recording', async () => {
    const frames = new Uint8Array(new Float32Array(512).fill(0.25).buffer);
    expect(
      readArchive(await openArchive(buildZip([{ name: 'a.get', bytes: frames }])), {
        sampleRateHz: 20,
      }),
    ).toMatchObject({ kind: 'eit', eit: { frameCount: 2, frameRateHz: 20 } });
  });
});

describe('readArchive of a record', () => {
  const random = createRandom(17);
  const header = 'n1 2 100 8\nn1.dat 16 200/mV 16 0 0 - 0 ECG\nN2.DAT 16 50/Ohm 16 0 0 - 0 Resp\n';
  const samples = (): Uint8Array => Uint8Array.from({ length: 16 }, () => random(256));

  it('reads the same recording from the bundle as from the folder, for any samples', async () => {
    for (let round = 0; round < 20; round++) {
      const files = [
        { name: 'n1.hea', bytes: text(header) },
        { name: 'n1.dat', bytes: samples() },
        { name: 'N2.DAT', bytes: samples() },
        { name: 'n1.atr', bytes: Uint8Array.of(18, 4, 0, 0) },
      ];
      const content = readArchive(await openArchive(bundleFiles(files)));
      expect(content.kind === 'recording' ? content.recording : content.kind).toEqual(
        plain('n1.hea', text(header), {
          beside: (name: string) => files.find((file) => file.name === name)?.bytes ?? null,
        }),
      );
    }
  });

  it('finds its files even if a system changed their case', async () => {
    const { recording } = await inside([
      { name: 'n1.hea', bytes: text(header) },
      { name: 'N1.DAT', bytes: samples() },
      { name: 'n2.dat', bytes: samples() },
    ]);
    expect(recording.problems).toEqual([]);
    expect(recording.streams.map(({ label, samples: own }) => [label, own.values.length])).toEqual([
      ['ECG', 8],
      ['Resp', 8],
    ]);
  });
});
