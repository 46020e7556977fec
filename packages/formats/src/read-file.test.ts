import { describe, expect, it } from 'vitest';
import { detectFormat } from './detect-format.ts';
import { readFileContent } from './read-file.ts';
import { buildBdf } from './testing/bdf-builder.ts';
import { buildEdf } from './testing/edf-builder.ts';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const edf = buildEdf({ signals: [{ label: 'x', records: [[1, 2]] }] });
const bdf = buildBdf({ signals: [{ label: 'x', records: [[1, 2]] }] });
const eit = new Uint8Array(new Float32Array(256).fill(0.25).buffer);

describe('detectFormat', () => {
  it.each<[string, Uint8Array, string, string]>([
    ['EDF by content under any name', edf, 'night.dat', 'edf'],
    ['a damaged EDF by its extension', text('1'), 'night.edf', 'edf'],
    ['BDF', bdf, 'night', 'bdf'],
    [
      'a native recording',
      Uint8Array.of(0x89, 0x59, 0x4d, 0x52, 0x0d, 0x0a, 0x1a, 0x0a),
      'x',
      'native',
    ],
    [
      'a WFDB header',
      text('100 2 360 650000\n100.dat 212 200\n100.dat 212 200\n'),
      'record.txt',
      'wfdb',
    ],
    ['a multi-segment WFDB header', text('x/2 2 100 5\na 2\nb 3\n'), 'x', 'wfdb'],
    ['a WFDB header by its extension', text(''), 'x.hea', 'wfdb'],
    ['numbers in columns that are not a WFDB header', text('100 2 360\n0.5 3 7\n'), 'x.txt', 'csv'],
    ['annotations', Uint8Array.of(1, 4), 'a01.apn', 'wfdbAnnotations'],
    ['Goe-MF by its extension', new Uint8Array(3), 'x.get', 'goeMf'],
    ['Goe-MF by its values', eit, 'x.bin', 'goeMf'],
    ['other floats', new Uint8Array(new Float32Array(256).fill(1e30).buffer), 'x.bin', 'unknown'],
    ['Actiware', text('\uFEFF"Actiware Export File  (Version 05.00 )"\r\n'), 'x.csv', 'actiware'],
    [
      'Actiware in German',
      text('"Actiware-Exportdatei  (Version 06.00)"\r\n'),
      'x.csv',
      'actiware',
    ],
    ['Actiwatch', text('a\r\n'), 'x.AWD', 'awd'],
    ['MotionWare', text('\uFEFF<?xml version="1.0"?><motionfile>'), 'x.mtn', 'motionWare'],
    ['Empatica', text('1560279825.00\n64.0\n1\n'), 'BVP.csv', 'empatica'],
    ['a table that only has the name of an Empatica file', text('a,b\n1,2\n'), 'BVP.csv', 'csv'],
    ['empty tags', new Uint8Array(0), 'tags.csv', 'empatica'],
    ['a table', text('a,b\n1,2\n'), 'x.csv', 'csv'],
    ['a table in CP932', Uint8Array.of(0x8b, 0x43, 0x89, 0xb7, 0x2c, 0x31, 0x0a), 'x', 'csv'],
    ['a damaged table by its extension', Uint8Array.of(0x61, 0, 0, 0, 0, 0x2c), 'x.csv', 'csv'],
    ['ZIP', Uint8Array.of(0x50, 0x4b, 3, 4), 'x.gt3x', 'archive'],
    ['gzip', Uint8Array.of(0x1f, 0x8b), 'x.csv.gz', 'archive'],
    ['GENEActiv', text('Device Identity\r\n'), 'x.bin', 'geneActiv'],
    ['Axivity', Uint8Array.of(0x4d, 0x44, 0xfc, 0x03, 0), 'x.cwa', 'axivity'],
    ['JSON', text('{"a":1}'), 'x.json', 'unknown'],
    ['a page', text('<!doctype html>'), 'x', 'unknown'],
    ['nothing', new Uint8Array(0), 'x', 'unknown'],
  ])('detects %s', (_, bytes, name, format) => {
    expect(detectFormat(bytes, name)).toBe(format);
  });
});

describe('readFileContent', () => {
  const read = (
    name: string,
    bytes: Uint8Array,
    beside: Readonly<Record<string, Uint8Array>> = {},
  ) => readFileContent({ name, bytes, beside: (other) => beside[other] ?? null });
  const samples = Uint8Array.of(1, 0, 2, 0);

  it('names the format and reads it', () => {
    expect(read('x.edf', edf)).toMatchObject({
      kind: 'recording',
      formatName: 'EDF',
      recording: { streams: [{ label: 'x' }] },
    });
    expect(read('x.bdf', bdf)).toMatchObject({ formatName: 'BDF', recording: { problems: [] } });
    expect(read('x.get', eit)).toMatchObject({ kind: 'eit', eit: { frameCount: 1 } });
    expect(read('x.csv', text('time,axis1,axis2,axis3\n0,1,2,3\n1,1,2,3\n'))).toMatchObject({
      formatName: 'ActiGraph',
    });
    expect(read('x.ymr', Uint8Array.of(0x89, 0x59, 0x4d, 0x52))).toEqual({ kind: 'native' });
  });

  it('finds the files of a WFDB record next to its header, with all annotations in order of time', () => {
    const beside = {
      'x.dat': samples,
      'x.atr': Uint8Array.of(10, 0x04, 0, 0),
      'x.qrs': Uint8Array.of(5, 0x04, 0, 0),
    };
    const content = read('folder/x.hea', text('x 1 10 2\nx.dat 16 200\n'), beside);
    expect(content).toMatchObject({
      recording: {
        streams: [{ sampleRateHz: 10 }],
        problems: [],
        annotations: [
          { onsetSeconds: 0.5, text: 'N', source: 'qrs' },
          { onsetSeconds: 1, text: 'N', source: 'atr' },
        ],
      },
    });
  });

  it('finds the segments of a record', () => {
    const beside = { 'a.hea': text('a 1 10 2\na.dat 16 200\n'), 'a.dat': samples };
    expect(read('x.hea', text('x/2 1 10 12\na 2\n~ 10\n'), beside)).toMatchObject({
      recording: {
        streams: [{ sampleRateHz: 10 }],
        gaps: [{ startSeconds: 0.2, endSeconds: 1.2 }],
        problems: [],
      },
    });
  });

  it('requests no file of another folder', () => {
    const requestedNames: string[] = [];
    const beside = (name: string): null => {
      requestedNames.push(name);
      return null;
    };
    readFileContent({
      name: 'x.hea',
      bytes: text('x 3 10 2\n../../etc/passwd 16 200\n/etc/shadow 16\nC:\\x.dat 16\n'),
      beside,
    });
    expect(requestedNames.filter((name) => /[/\\:]|\.\./.test(name))).toEqual([]);
  });

  it('takes the tick rate of annotations from the header next to them, and reports a missing one', () => {
    const annotations = Uint8Array.of(100, 0x04, 0, 0);
    expect(read('x.qrs', annotations, { 'x.hea': text('x 0 100 5\n') })).toMatchObject({
      recording: { annotations: [{ onsetSeconds: 1 }], problems: [] },
    });
    expect(read('x.qrs', annotations)).toMatchObject({
      recording: { annotations: [{ onsetSeconds: 0.4 }], problems: [{ code: 'missingFile' }] },
    });
  });

  it.each<[string, string, Uint8Array, string]>([
    ['nothing', 'x.edf', new Uint8Array(0), 'emptyFile'],
    ['an archive', 'x.zip', Uint8Array.of(0x50, 0x4b, 3, 4), 'unsupported'],
    [
      'an unknown file',
      'x.png',
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      'unknownFormat',
    ],
    ['GENEActiv', 'x.bin', text('Device Identity\r\n'), 'unsupported'],
  ])('rejects %s by name', (_, name, bytes, code) => {
    expect(read(name, bytes)).toMatchObject({ recording: { streams: [], problems: [{ code }] } });
  });

  it('uses the given rate and columns', () => {
    expect(
      readFileContent({
        name: 'x.csv',
        bytes: text('a,b\n1,2\n3,4\n'),
        sampleRateHz: 50,
        columns: ['b'],
      }),
    ).toMatchObject({ recording: { streams: [{ label: 'b', sampleRateHz: 50 }], problems: [] } });
  });
});
