import {
  type FormatProblem,
  addProblem,
  type Recording,
  type RecordingGap,
  type RecordingStream,
  refusedRecording,
} from '../recording.ts';
import { wallTimeText } from '../table/time-cells.ts';
import { type AxivityBlock, BLOCK_BYTES, readAxivityBlock } from './axivity-block.ts';

const HEADER_BYTES = 1_024;
const AXES = { 3: ['x', 'y', 'z'], 6: ['gyro x', 'gyro y', 'gyro z', 'x', 'y', 'z'] } as const;

/**
 * Reads an Axivity AX3 or AX6 file (.cwa, "Open Movement" format): a header and blocks of 512
 * bytes, each with a checksum. Samples are not resampled; their rate follows from the block times
 * and may differ from the nominal rate by a per cent. Damaged blocks are skipped and reported,
 * which leaves a gap. Temperature and light have one value a block.
 */
export function readAxivity(bytes: Uint8Array): Recording {
  if (bytes[0] !== 0x4d || bytes[1] !== 0x44)
    return refusedRecording({
      code: 'badMagic',
      message: 'file does not begin with "MD" like an Axivity file',
      byteOffset: 0,
    });
  if (bytes.length < HEADER_BYTES)
    return refusedRecording({
      code: 'truncated',
      message: `header needs ${HEADER_BYTES} bytes, but the file has ${bytes.length}`,
      byteOffset: bytes.length,
    });
  const problems: FormatProblem[] = [];
  const blocks: AxivityBlock[] = [];
  for (let at = HEADER_BYTES; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) {
    const block = readAxivityBlock(bytes, at);
    if ('code' in block) addProblem(problems, block);
    else if (blocks[0] === undefined || blocks[0].axes === block.axes) blocks.push(block);
    else
      addProblem(problems, {
        code: 'unsupported',
        message: `block has ${block.axes} axes, but the file has ${blocks[0].axes}`,
        byteOffset: at,
      });
  }
  const left = (bytes.length - HEADER_BYTES) % BLOCK_BYTES;
  if (left > 0)
    problems.push({
      code: 'truncated',
      message: `last block is truncated after ${left} of ${BLOCK_BYTES} bytes`,
      byteOffset: bytes.length - left,
    });
  const [first] = blocks;
  if (first === undefined)
    return {
      ...refusedRecording({
        code: 'noSignals',
        message: 'file has no complete block',
        byteOffset: HEADER_BYTES,
      }),
      problems: [
        ...problems,
        { code: 'noSignals', message: 'file has no complete block', byteOffset: HEADER_BYTES },
      ],
    };
  const sampleRateHz = measureRate(blocks, first.nominalRateHz);
  return {
    startedAt: wallTimeText(first.startSeconds),
    streams: toStreams(blocks, first, sampleRateHz),
    annotations: [],
    gaps: findGaps(blocks, sampleRateHz),
    problems,
  };
}

/** Median number of samples per second between blocks. */
function measureRate(blocks: readonly AxivityBlock[], nominalRateHz: number): number {
  const rates = blocks
    .slice(1)
    .map(
      (block, index) =>
        (blocks[index]?.sampleCount ?? 0) /
        (block.startSeconds - (blocks[index]?.startSeconds ?? 0)),
    );
  const usable = rates
    .filter((rate) => Math.abs(rate / nominalRateHz - 1) < 0.1)
    .toSorted((one, other) => one - other);
  return usable[usable.length >> 1] ?? nominalRateHz;
}

function toStreams(
  blocks: readonly AxivityBlock[],
  { axes, accelerationScale, gyroScale, sampleCount }: AxivityBlock,
  sampleRateHz: number,
): RecordingStream[] {
  const total = blocks.reduce((sum, block) => sum + block.sampleCount, 0);
  const names: readonly string[] = AXES[axes];
  const series = names.map((label, axis): RecordingStream => {
    const values = new Int16Array(total);
    let at = 0;
    for (const block of blocks) {
      for (let sample = 0; sample < block.sampleCount; sample++)
        values[at++] = block.samples[sample * axes + axis] ?? 0;
    }
    const isGyro = label.startsWith('gyro');
    return {
      label,
      unit: isGyro ? 'deg/s' : 'g',
      sampleRateHz,
      samples: {
        kind: 'digital',
        values,
        scale: isGyro ? gyroScale : accelerationScale,
        offset: 0,
        notMeasured: null,
      },
    };
  });
  const blockRateHz = sampleCount > 0 ? sampleRateHz / sampleCount : 0;
  const slow = (
    label: string,
    unit: string,
    of: (block: AxivityBlock) => number,
  ): RecordingStream => ({
    label,
    unit,
    sampleRateHz: blockRateHz,
    samples: { kind: 'physical', values: Float64Array.from(blocks, of) },
  });
  return [
    ...series,
    slow('temperature', 'degC', (block) => block.temperatureC),
    slow('light', '', (block) => block.light),
  ];
}

/** A block that starts at least half a block late follows a missing one. */
function findGaps(blocks: readonly AxivityBlock[], sampleRateHz: number): RecordingGap[] {
  const gaps: RecordingGap[] = [];
  const start = blocks[0]?.startSeconds ?? 0;
  let recordedSeconds = 0;
  for (const [index, block] of blocks.entries()) {
    recordedSeconds += block.sampleCount / sampleRateHz;
    const next = blocks[index + 1];
    const startSeconds = block.startSeconds - start + block.sampleCount / sampleRateHz;
    const endSeconds = next === undefined ? startSeconds : next.startSeconds - start;
    if (endSeconds - startSeconds > (0.5 * block.sampleCount) / sampleRateHz)
      gaps.push({ startSeconds, endSeconds, recordedSeconds });
  }
  return gaps;
}
