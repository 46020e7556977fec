import { readFileSync } from 'node:fs';
import { type CsvTable, GOE_MF_MEASUREMENTS, readFileContent } from '@yamori/formats';
import {
  createEitImager,
  createTidalImager,
  decodeEitModel,
  drivePair,
  eitImageWidth,
  type EitImager,
  type EitModel,
  eitReadings,
  globalImpedance,
  measureRespiration,
  receivePair,
} from '@yamori/signal';
import {
  type Command,
  CommandProblem,
  numberOption,
  onlyFile,
  parseArguments,
} from '../command.ts';
import { type InputFile, readInput } from '../input-files.ts';
import { getColumn, readTable } from '../table-input.ts';

type EitResult = {
  readonly frames: number;
  readonly framesPerSecond: number | null;
  readonly breathingPerMinute: number | null;
  readonly globalImpedance: readonly number[];
  readonly image: {
    readonly width: number;
    readonly height: number;
    readonly of: string;
    readonly values: readonly number[];
  };
};

const SHAPES = ['thorax', 'circle'] as const;
type Shape = (typeof SHAPES)[number];

export const eit: Command = {
  name: 'eit',
  usage:
    'FILE [--column NAME --reference-column NAME] [--rate HZ] [--shape thorax|circle] [--json]',
  summary:
    'reconstructs an EIT image: the mean tidal breath of a .get file, or one column of voltages against another (a round tank)',
  run: async (args, { folder }) => {
    const { values, positionals } = parseArguments(args, {
      column: { type: 'string' },
      'reference-column': { type: 'string' },
      rate: { type: 'string' },
      shape: { type: 'string' },
    });
    const fileName = onlyFile(positionals);
    const shape = parseShape(values.shape ?? (values.column === undefined ? 'thorax' : 'circle'));
    const value =
      values.column === undefined
        ? breathingImage(
            readInput(folder, fileName),
            shape,
            values.rate === undefined ? undefined : numberOption('rate', values.rate, [1, 1000]),
          )
        : columnImage(readTable(folder, fileName), fileName, {
            column: values.column,
            reference: values['reference-column'],
            shape,
          });
    const rate = value.breathingPerMinute === null ? '-' : value.breathingPerMinute.toFixed(1);
    return {
      value,
      text: `${value.frames} frames, breathing ${rate} a minute, image of ${value.image.of}\n`,
    };
  },
};

function parseShape(text: string): Shape {
  const shape = SHAPES.find((one) => one === text);
  if (!shape)
    throw new CommandProblem('usage-wrong', `--shape is one of ${SHAPES.join(', ')}`, '--shape');
  return shape;
}

function loadModel(shape: Shape): EitModel {
  const file = new URL(import.meta.resolve(`@yamori/signal/assets/eit-${shape}.bin`));
  return decodeEitModel(Uint8Array.from(readFileSync(file)).buffer);
}

const toImage = (of: string, values: Float32Array): EitResult['image'] => ({
  width: eitImageWidth,
  height: eitImageWidth,
  of,
  values: Array.from(values),
});

function breathingImage(
  file: InputFile,
  shape: Shape,
  sampleRateHz: number | undefined,
): EitResult {
  const content = readFileContent({
    ...file,
    ...(sampleRateHz === undefined ? {} : { sampleRateHz }),
  });
  if (content.kind !== 'eit')
    throw new CommandProblem(
      'eit-expected',
      'expected a .get file, or a table with --column and --reference-column',
      file.name,
    );
  const { voltages, frameCount, frameRateHz, problems } = content.eit;
  if (frameCount === 0)
    throw new CommandProblem(
      'recording-unreadable',
      problems[0]?.message ?? 'the file has no frames',
      file.name,
    );
  const frames = Array.from({ length: frameCount }, (_, frame) =>
    voltages.subarray(frame * GOE_MF_MEASUREMENTS, (frame + 1) * GOE_MF_MEASUREMENTS),
  );
  const mean = Float32Array.from(
    { length: eitReadings },
    (_, i) => frames.reduce((sum, frame) => sum + (frame[i] ?? 0), 0) / frameCount,
  );
  const { curve, tidal, breaths } = watchBreaths(
    createEitImager(loadModel(shape)),
    frames,
    mean,
    frameRateHz,
  );
  const reading = measureRespiration(curve, frameRateHz);
  return {
    frames: frameCount,
    framesPerSecond: frameRateHz,
    breathingPerMinute: reading.kind === 'value' ? reading.value : null,
    globalImpedance: Array.from(curve),
    image: toImage(
      `the mean of ${breaths} breaths, end of inspiration against end of expiration`,
      tidal,
    ),
  };
}

/**
 * Global impedance of every frame, and the mean of all breaths as change of conductivity, which air
 * lowers.
 */
function watchBreaths(
  imager: EitImager,
  frames: readonly Float32Array[],
  mean: Float32Array,
  frameRateHz: number,
): { curve: Float32Array; tidal: Float32Array; breaths: number } {
  const watcher = createTidalImager();
  const tidal = new Float32Array(eitImageWidth * eitImageWidth);
  let breaths = 0;
  const curve = Float32Array.from(frames, (frame, index) => {
    const image = imager.image(frame, mean);
    const breath = watcher.push(image, (1000 * index) / frameRateHz);
    if (breath) {
      breaths += 1;
      for (const [pixel, value] of breath.image.entries())
        tidal[pixel] = (tidal[pixel] ?? 0) - value;
    }
    return globalImpedance(image);
  });
  return {
    curve,
    tidal: tidal.map((value) => (breaths > 0 && value !== 0 ? value / breaths : 0)),
    breaths,
  };
}

const PAIRS = 16;

function columnImage(
  table: CsvTable,
  fileName: string,
  { column, reference, shape }: { column: string; reference: string | undefined; shape: Shape },
): EitResult {
  if (reference === undefined)
    throw new CommandProblem(
      'usage-wrong',
      '--column also requires --reference-column NAME',
      '--reference-column',
    );
  const [now, before] = [column, reference].map((name) =>
    toReadings(getColumn(table, name, fileName), name),
  ) as [Float32Array, Float32Array];
  const image = createEitImager(loadModel(shape)).image(now, before);
  return {
    frames: 1,
    framesPerSecond: null,
    breathingPerMinute: null,
    globalImpedance: [globalImpedance(image)],
    image: toImage(`${column} against ${reference}`, image),
  };
}

/** Accepts 208 readings in our order, or all 256 pairs of drive and receiver, drive by drive. */
function toReadings(values: Float64Array, name: string): Float32Array {
  if (values.length === eitReadings) return Float32Array.from(values);
  if (values.length !== PAIRS * PAIRS)
    throw new CommandProblem(
      'readings-wrong',
      `${values.length} rows are neither ${eitReadings} readings nor ${PAIRS * PAIRS} pairs`,
      name,
    );
  return Float32Array.from(
    { length: eitReadings },
    (_, i) => values[drivePair(i) * PAIRS + receivePair(i)] ?? Number.NaN,
  );
}
