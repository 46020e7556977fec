import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseFileHeader } from './file-header-parser.ts';
import { decodeFrame } from './frame-decoder.ts';
import { scanFrames } from './frame-scanner.ts';
import { decoderWasm } from './testing/wasm-bytes.ts';
import { damagedVectors, fileVector, goodVectors } from './testing/vector-cases.ts';
import { fileVectorText, vectorText } from './testing/vector-text.ts';
import { type DecodedFrame, loadFrameDecoder } from './wasm-decoder.ts';

const folder = new URL('../vectors/', import.meta.url);
const committed = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, folder)));
const vectors = [...goodVectors(), ...damagedVectors()];

describe.each(vectors)('vector $name', (vector) => {
  it("the committed file equals the encoder's output", () => {
    expect(committed(`${vector.name}.bin`)).toEqual(new Uint8Array(vector.bytes));
    expect(new TextDecoder().decode(committed(`${vector.name}.json`))).toBe(vectorText(vector));
  });

  it('the scanner finds its frames and problems', () => {
    const scan = scanFrames(vector.bytes);
    expect(scan.problems).toEqual(vector.problems);
    expect(scan.frames).toHaveLength(vector.frames.length);
    for (const [index, content] of vector.frames.entries()) {
      const frame = scan.frames[index];
      expect(frame).toMatchObject({
        streamId: content.streamId,
        sequence: content.sequence,
        deviceTimeUs: content.deviceTimeUs,
      });
      expect(frame && [...decodeFrame(frame)]).toEqual(
        content.channels.flatMap((samples) => [...samples]),
      );
    }
  });

  it('the WebAssembly decoder finds the same', async () => {
    const decoder = await loadFrameDecoder(decoderWasm());
    const frames: DecodedFrame[] = [];
    const keep = (frame: DecodedFrame): void =>
      void frames.push({ ...frame, samples: frame.samples.slice() });
    decoder.push(vector.bytes, keep);
    decoder.end(keep);
    expect(frames.map((frame) => [...frame.samples])).toEqual(
      vector.frames.map(({ channels }) => channels.flatMap((samples) => [...samples])),
    );
    expect(frames.map((frame) => frame.deviceTimeUs)).toEqual(
      vector.frames.map((frame) => frame.deviceTimeUs),
    );
    const badFrames = vector.problems.filter((problem) => problem.code !== 'noSync').length;
    expect(decoder.stats()).toEqual({
      frames: vector.frames.length,
      badFrames,
      skippedBytes: vector.problems.reduce((sum, problem) => sum + problem.byteLength, 0),
    });
  });
});

describe('the folder of vectors', () => {
  it('the folder contains a recording file', () => {
    const { header, bytes } = fileVector();
    expect(committed('file.ymr')).toEqual(new Uint8Array(bytes));
    expect(new TextDecoder().decode(committed('file.json'))).toBe(fileVectorText());
    const parsed = parseFileHeader(committed('file.ymr'));
    expect(parsed).toMatchObject({ kind: 'header', header });
    expect(
      scanFrames(
        committed('file.ymr').subarray(parsed.kind === 'header' ? parsed.framesOffset : 0),
      ),
    ).toMatchObject({ frames: [{ streamId: 1 }, { streamId: 2 }], problems: [] });
  });

  it('the folder contains no other files, and a vector for every problem', () => {
    expect(readdirSync(folder).length).toBe(2 * vectors.length + 2);
    const codes = new Set(
      vectors.flatMap((vector) => vector.problems.map((problem) => problem.code)),
    );
    expect([...codes].toSorted()).toEqual([
      'badCrc',
      'badEncoding',
      'badLength',
      'badVersion',
      'noSync',
      'overLimit',
      'truncated',
    ]);
  });
});
