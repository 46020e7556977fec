import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { WireMap, WireValue } from '@yamori/domain';
import { z } from 'zod';

/**
 * A night's result as its document stores it, without `provenance.segments`. Times are milliseconds
 * after the night began: `{ "$after": 30000 }` represents `{ "$date": … }`.
 */
export type DemoNight = {
  readonly roomId: string;
  /** 0 to `DEMO_CYCLE` − 1. */
  readonly cycleNight: number;
  readonly fields: NightFields;
};
export type NightFields = WireMap & { readonly provenance: WireMap };

/** How the nights were made. Nights in another time zone would have other figures. */
const header = z.strictObject({
  algorithm: z.strictObject({ name: z.string(), version: z.string() }),
  /** Length of a night. */
  nightMs: z.number(),
  nightStartsAt: z.string(),
  utcOffsetMinutes: z.number(),
});
export type DemoNightHeader = z.infer<typeof header>;
type DemoNightFile = {
  readonly header: DemoNightHeader;
  readonly nights: readonly DemoNight[];
};

export const DEMO_NIGHT_FILE = fileURLToPath(new URL('./nights.br', import.meta.url));

const night = z.strictObject({
  roomId: z.string(),
  cycleNight: z.int().min(0),
  // The schema of the document checks it on writing.
  fields: z.custom<NightFields>(
    (value) => typeof value === 'object' && value !== null && 'provenance' in value,
  ),
});

/** One JSON line for the header and one per night, compressed with Brotli. */
export function packDemoNights({ header: about, nights }: DemoNightFile): Promise<Buffer> {
  const text = Buffer.from([about, ...nights].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

/** Reads the nights for which `isWanted` is true; the others are not parsed. */
export async function readDemoNights(
  isWanted: (roomId: string, cycleNight: number) => boolean = () => true,
  file = DEMO_NIGHT_FILE,
): Promise<DemoNightFile> {
  const text = (await promisify(brotliDecompress)(await readFile(file))).toString('utf8');
  const [first = '', ...lines] = text.split('\n');
  return {
    header: header.parse(JSON.parse(first)),
    nights: lines.flatMap((line) => {
      const name = NAME.exec(line)?.groups;
      return name === undefined || !isWanted(name['roomId'] ?? '', Number(name['cycleNight']))
        ? []
        : [night.parse(JSON.parse(line))];
    }),
  };
}

/** Start of a line. `JSON.stringify` keeps this order of members. */
const NAME = /^\{"roomId":"(?<roomId>[^"]*)","cycleNight":(?<cycleNight>\d+),/;

/** @param fields encoded as for the store */
export const toRelativeTimes = (fields: WireMap, fromMs: number): WireMap =>
  replaceTagged(fields, '$date', (date) => ({
    $after: z.coerce.date().parse(date).getTime() - fromMs,
  }));

export const toAbsoluteTimes = (fields: NightFields, fromMs: number): NightFields => ({
  ...replaceTagged(fields, '$after', (after) => ({
    $date: new Date(fromMs + Number(after)).toISOString(),
  })),
  provenance: fields.provenance,
});

function replaceTagged(
  fields: WireMap,
  tag: string,
  replace: (value: WireValue | undefined) => WireMap,
): WireMap {
  const walk = (value: WireValue): WireValue => {
    if (isList(value)) {
      // Arrays of numbers and stages are most of a night and contain no times.
      return typeof value[0] === 'object' && value[0] !== null ? value.map(walk) : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    return tag in value ? replace(value[tag]) : walkMembers(value);
  };
  const walkMembers = (map: WireMap): WireMap =>
    Object.fromEntries(Object.entries(map).map(([name, member]) => [name, walk(member)]));
  return walkMembers(fields);
}

const isList = (value: WireValue): value is readonly WireValue[] => Array.isArray(value);
