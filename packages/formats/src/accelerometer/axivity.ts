import {
  type FormatProblem,
  noteProblem,
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
 * Reads an Axivity AX3 or AX6 file (.cwa, "Open Movement" format): a header and blocks of 512 bytes
 * with a checksum each. Samples stay as the device took them (nothing is resampled); their rate is
 * what the blocks' own times say, which is a per cent or so off the nominal one. Damaged blocks are
 * left out and named; the time they leave is a gap. Temperature and light are there once a block.
 */
export function readAxivity(bytes: Uint8Array): Recording {
  if (bytes[0] !== 0x4d || bytes[1] !== 0x44)
    return refusedRecording({
      code: 'badMagic',
      message: 'the file does not begin with "MD" as Axivity files do',
      byteOffset: 0,
    });
  if (bytes.length < HEADER_BYTES)
    return refusedRecording({
      code: 'truncated',
      message: `the header has ${HEADER_BYTES} bytes, the file ${bytes.length}`,
      byteOffset: bytes.length,
    });
  const problems: FormatProblem[] = [];
  const blocks: AxivityBlock[] = [];
  for (let at = HEADER_BYTES; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) {
    const block = readAxivityBlock(bytes, at);
    if ('code' in block) noteProblem(problems, block);
    else if (blocks[0] === undefined || blocks[0].axes === block.axes) blocks.push(block);
    else
      noteProblem(problems, {
        code: 'unsupported',
        message: `a block of ${block.axes} axes in a file of ${blocks[0].axes}`,
        byteOffset: at,
      });
  }
  const left = (bytes.length - HEADER_BYTES) % BLOCK_BYTES;
  if (left > 0)
    problems.push({
      code: 'truncated',
      message: `the last block is cut after ${left} of ${BLOCK_BYTES} bytes`,
      byteOffset: bytes.length - left,
    });
  const [first] = blocks;
  if (first === undefined)
    return {
      ...refusedRecording({
        code: 'noSignals',
        message: 'the file has no whole block',
        byteOffset: HEADER_BYTES,
      }),
      problems: [
        ...problems,
        { code: 'noSignals', message: 'the file has no whole block', byteOffset: HEADER_BYTES },
      ],
    };
  const sampleRateHz = trueRate(blocks, first.nominalRateHz);
  return {
    startedAt: wallTimeText(first.startSeconds),
    streams: streamsOf(blocks, first, sampleRateHz),
    annotations: [],
    gaps: gapsOf(blocks, sampleRateHz),
    problems,
  };
}

/** The usual number of samples a second from one block to the next. */
function trueRate(blocks: readonly AxivityBlock[], nominalRateHz: number): number {
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

function streamsOf(
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

/** A block that begins half a block or more too late has lost one before it. */
function gapsOf(blocks: readonly AxivityBlock[], sampleRateHz: number): RecordingGap[] {
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
