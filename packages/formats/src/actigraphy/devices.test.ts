import { describe, expect, it } from 'vitest';
import type { Recording } from '../recording.ts';
import { readFileContent } from '../read-file.ts';
import { hasReferenceData, referenceBytes, referenceValues } from '../testing/reference-data.ts';
import { readAwd } from './awd.ts';
import { empaticaFile, readEmpatica } from './empatica.ts';
import { readMotionWare } from './motionware.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const codes = ({ problems }: Recording): string[] => problems.map(({ code }) => code);

describe('readAwd', () => {
  const header = 'somebody\r\n23-Jan-2018\r\n13:58\r\n 4 \r\n00\r\nV1\r\nX\r\n';

  it('reads counts, epoch, start and button presses', () => {
    const recording = readAwd(bytes(`${header}0\r\n71 M\r\n5\r\n`));
    expect(recording).toMatchObject({
      startedAt: '2018-01-23T13:58:00',
      streams: [{ label: 'Activity', sampleRateHz: 1 / 60 }],
      annotations: [{ onsetSeconds: 60, text: 'Marker' }],
      problems: [],
    });
    expect([...(recording.streams[0]?.samples.values ?? [])]).toEqual([0, 71, 5]);
    expect(JSON.stringify(recording)).not.toContain('somebody');
  });

  it.each([
    ['a truncated header', 'a\r\n23-Jan-2018\r\n', 'truncated'],
    ['no counts', header, 'noSignals'],
    ['an epoch that is not a number', header.replace(' 4 ', 'four'), 'badRate'],
    ['an epoch of zero', header.replace(' 4 ', '0'), 'badRate'],
    ['an invalid date', `${header.replace('23-Jan', '31-Feb')}1\r\n`, 'badTime'],
    ['an invalid count', `${header}1\r\nx\r\n2\r\n`, 'badNumber'],
  ])('reports %s', (_, text, code) => {
    expect(codes(readAwd(bytes(text)))).toEqual([code]);
  });
});

describe('readMotionWare', () => {
  const file = (channels: string): Uint8Array =>
    bytes(
      `\uFEFF<?xml version="1.0"?><motionfile><property><name>=StartTime</name><content>2018-05-23 17:30:00</content></property>${channels}</motionfile>`,
    );
  const channel =
    '<channel><name>motion</name><units>counts</units><epoch>5</epoch><offset>1</offset><data encoding="text">0,3,\n7,</data></channel>';

  it('reads the counts of every channel after its offset', () => {
    const recording = readMotionWare(
      file(`${channel}${channel.replace('motion', 'Light').replace('>1<', '>0<')}`),
    );
    expect(recording).toMatchObject({
      startedAt: '2018-05-23T17:30:00',
      problems: [],
      streams: [{ label: 'motion', unit: 'counts', sampleRateHz: 0.2 }, { label: 'Light' }],
    });
    expect(recording.streams.map(({ samples }) => [...samples.values])).toEqual([
      [Number.NaN, 0, 3, 7],
      [0, 3, 7],
    ]);
  });

  it.each([
    ['no channel', file(''), ['noSignals']],
    ['a truncated channel', file(channel).subarray(0, -40), ['truncated', 'noSignals']],
    ['no epoch', file(channel.replace('>5<', '>0<')), ['badRate', 'noSignals']],
    ['no start', bytes(`<motionfile>${channel}</motionfile>`), ['badTime']],
    ['a missing motionfile element', bytes('<xml/>'), ['badMagic']],
  ])('reports %s', (_, input, expected) => {
    expect(codes(readMotionWare(input))).toEqual(expected);
  });
});

describe('readEmpatica', () => {
  it('reads start, rate and axes', () => {
    const recording = readEmpatica(
      bytes(
        '1560279825.000000, 1560279825.000000, 1560279825.000000\n32.0, 32.0, 32.0\n-61,25,6\n-62,24,11\n',
      ),
      'ACC',
    );
    expect(recording).toMatchObject({
      startedAt: '2019-06-11T19:03:45',
      streams: [{ label: 'ACC x', unit: 'g/64', sampleRateHz: 32 }, {}, {}],
      problems: [],
    });
    expect([...(recording.streams[1]?.samples.values ?? [])]).toEqual([25, 24]);
  });

  it('reads intervals without a rate, and presses as annotations', () => {
    expect(readEmpatica(bytes('1560279825.0, IBI\n83.5,0.61\n99.9,0.84\n'), 'IBI')).toMatchObject({
      streams: [{ label: 'time', sampleRateHz: 0 }, { label: 'IBI' }],
      problems: [],
    });
    expect(readEmpatica(bytes('1560279825.0\n1560279830.5\n'), 'tags')).toMatchObject({
      startedAt: '2019-06-11T19:03:45',
      annotations: [{ onsetSeconds: 0 }, { onsetSeconds: 5.5 }],
    });
    expect(readEmpatica(new Uint8Array(0), 'tags')).toMatchObject({
      annotations: [],
      problems: [],
    });
  });

  it.each([
    ['no time', 'x\n4\n1\n', 'badTime'],
    ['no rate', '1560279825\n0\n1\n', 'badRate'],
    ['a cell that is not a number', '1560279825\n4\n1\nx\n', 'badNumber'],
    ['no samples', '1560279825\n4\n', 'noSignals'],
  ])('reports %s', (_, text, code) => {
    expect(codes(readEmpatica(bytes(text), 'EDA'))).toEqual([code]);
  });

  it('recognises its files by name in any folder', () => {
    expect(
      ['ACC.csv', 'night/IBI.csv', 'C:\\x\\tags.csv', 'acc.csv', 'MYACC.csv', 'ACC.csv.txt'].map(
        empaticaFile,
      ),
    ).toEqual(['ACC', 'IBI', 'tags', null, null, null]);
  });
});

describe('ActiLife export', () => {
  const lines = (epoch: string, format: string, date: string): string =>
    `------------ Data File Created By ActiGraph GT3X+ ActiLife v6.13.4 Firmware v2.5.0 date format ${format} at 30 Hz  Filter Normal -----------\r\nSerial Number: X\r\nStart Time 11:55:00\r\nStart Date ${date}\r\nEpoch Period (hh:mm:ss) ${epoch}\r\n--------------------------------------------------\r\n`;
  const content = (text: string) => readFileContent({ name: 'x.csv', bytes: bytes(text) });

  it.each([
    ['raw samples', '00:00:00', 'M/d/yyyy', '12/02/2021', 30, '2021-12-02T11:55:00'],
    ['counts of a minute', '00:01:00', 'd/M/yyyy', '12/02/2021', 1 / 60, '2021-02-12T11:55:00'],
    ['counts of ten seconds', '00:00:10', 'yyyy-MM-dd', '2021-12-02', 0.1, '2021-12-02T11:55:00'],
  ])(
    '%s get rate and start from the leading lines',
    (_, epoch, format, date, sampleRateHz, startedAt) => {
      const named = content(
        `${lines(epoch, format, date)}Accelerometer X,Accelerometer Y,Accelerometer Z\r\n-0.015,0.029,-1.006\r\n-0.012,0.02,-1.0\r\n`,
      );
      expect(named).toMatchObject({
        formatName: 'ActiGraph',
        recording: {
          startedAt,
          problems: [],
          streams: [{ label: 'Accelerometer X', sampleRateHz }, {}, {}],
        },
      });
      expect(content(`${lines(epoch, format, date)}5,6,7\r\n8,9,10\r\n`)).toMatchObject({
        recording: { streams: [{ label: 'column 1', sampleRateHz }, {}, {}] },
      });
    },
  );

  it('an export without a rate or of another program is an ordinary table', () => {
    expect(
      content(
        `${lines('00:00:00', 'M/d/yyyy', '12/02/2021').replace('at 30 Hz', '')}5,6\r\n8,9\r\n`,
      ),
    ).toMatchObject({ formatName: 'CSV', recording: { problems: [{ code: 'badRate' }] } });
    expect(content(`${lines('00:01:00', 'M/d/yyyy', '31/31/2021')}5,6\r\n8,9\r\n`)).toMatchObject({
      recording: { startedAt: null, streams: [{ sampleRateHz: 1 / 60 }, {}] },
    });
  });
});

const read = (path: string): Recording => {
  const content = readFileContent({ name: path, bytes: referenceBytes(path) });
  if (content.kind !== 'recording') throw new Error(`${path} is not a recording`);
  return content.recording;
};
const sum = (recording: Recording, label: string): number =>
  [...(recording.streams.find((stream) => stream.label === label)?.samples.values ?? [])].reduce(
    (total, value) => total + value,
    0,
  );

describe.skipIf(!hasReferenceData('actigraphy-other'))(
  'readers of other actigraphs (skipped where the recordings are absent)',
  () => {
    type Reference = {
      readonly 'example_01.AWD': {
        readonly rows: number;
        readonly sum: number;
        readonly button_marks: number;
      };
      readonly 'test_sample_tal.txt': {
        readonly rows: number;
        readonly activity_sum: number;
        readonly button_events: number;
      };
    };

    it('Actiwatch, Tempatilumi and MotionWare match the reference in rows, sums and marks', () => {
      const reference = referenceValues<Reference>('actigraphy-other');
      const awd = read('actigraphy-other/example_01.AWD');
      const tempatilumi = read('actigraphy-other/test_sample_tal.txt');
      const motion = read('actigraphy-other/test_sample.mtn');
      expect([
        awd.streams[0]?.samples.values.length,
        sum(awd, 'Activity'),
        awd.annotations.length,
      ]).toEqual(
        Object.values(reference['example_01.AWD']).filter((_, index) => [1, 2, 6].includes(index)),
      );
      expect([
        tempatilumi.streams[0]?.samples.values.length,
        sum(tempatilumi, 'Atividade'),
        tempatilumi.annotations.length,
      ]).toEqual([
        reference['test_sample_tal.txt'].rows,
        reference['test_sample_tal.txt'].activity_sum,
        reference['test_sample_tal.txt'].button_events,
      ]);
      expect(
        motion.streams.map(({ label, sampleRateHz, samples }) => [
          label,
          sampleRateHz,
          samples.values.length,
        ]),
      ).toEqual([
        ['motion', 0.2, 5_978],
        ['Light', 0.2, 5_978],
      ]);
    });
  },
);

describe.skipIf(!hasReferenceData('actigraphy-actigraph'))(
  'ActiGraph exports (skipped where the recordings are absent)',
  () => {
    it('rows and sums match the reference', () => {
      const reference = referenceValues<{
        readonly rows_10s: number;
        readonly axis_sums: readonly number[];
        readonly steps_sum: number;
      }>('actigraphy-actigraph');
      const recording = read('actigraphy-actigraph/GT3XPlus-RawData-Day01.csv');
      expect(recording.streams[0]?.samples.values).toHaveLength(reference.rows_10s);
      expect(['axis1', 'axis2', 'axis3', 'steps'].map((label) => sum(recording, label))).toEqual([
        ...reference.axis_sums,
        reference.steps_sum,
      ]);
    });
  },
);
