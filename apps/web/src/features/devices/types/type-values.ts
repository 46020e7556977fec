import type { StreamDeclaration } from '@yamori/domain';

/**
 * A stream as its form fields hold it: an empty number is null. `key` identifies rows while their
 * ids are edited.
 */
export type StreamValue = { readonly key: string; readonly kind: string; readonly unit: string } & {
  readonly [Name in 'streamId' | 'channels' | 'sampleRateHz' | 'scale' | 'offset']: number | null;
};
export type TypeValues = {
  readonly code: string;
  readonly name: string;
  readonly maker: string;
  readonly firmwareVersions: readonly string[];
  readonly image: string;
  readonly streams: readonly StreamValue[];
};

type Described = {
  readonly code: string;
  readonly name: string;
  readonly maker: string;
  readonly firmwareVersions: readonly string[];
  readonly image?: string | undefined;
  readonly streams: readonly StreamDeclaration[];
};

export const toTypeValues = ({
  code,
  name,
  maker,
  firmwareVersions,
  image,
  streams,
}: Described): TypeValues => ({
  code,
  name,
  maker,
  firmwareVersions,
  image: image ?? '',
  streams: streams.map((stream) => ({ key: String(stream.streamId), ...stream })),
});

export const NEW_TYPE: TypeValues = {
  code: '',
  name: '',
  maker: '',
  firmwareVersions: [],
  image: '',
  streams: [],
};

/** Adds a stream with the next id. */
export function withStream(streams: readonly StreamValue[]): readonly StreamValue[] {
  const streamId = Math.max(0, ...streams.map((stream) => stream.streamId ?? 0)) + 1;
  return [
    ...streams,
    {
      key: `new-${streamId}-${streams.length}`,
      streamId,
      kind: '',
      unit: '',
      channels: 1,
      sampleRateHz: null,
      scale: 1,
      offset: 0,
    },
  ];
}

/** Only for streams without errors from `streamFaults`. */
export const toDeclaration = ({
  streamId,
  kind,
  channels,
  unit,
  sampleRateHz,
  scale,
  offset,
}: StreamValue): StreamDeclaration => ({
  streamId: streamId ?? 0,
  kind: kind.trim(),
  channels: channels ?? 1,
  unit: unit.trim(),
  sampleRateHz: sampleRateHz ?? 0,
  scale: scale ?? 1,
  offset: offset ?? 0,
});

export type StreamFault = {
  readonly row: number;
  readonly field: keyof Omit<StreamValue, 'key'>;
  readonly kind: 'missing' | 'twice' | 'range' | 'zero';
};

const RANGES = { streamId: [0, 65_535], channels: [1, 1024], sampleRateHz: [0, 100_000] } as const;

/** The first error of each row. */
export function streamFaults(streams: readonly StreamValue[]): readonly StreamFault[] {
  return streams.flatMap((stream, row): StreamFault[] => {
    const fault = (field: StreamFault['field'], kind: StreamFault['kind']): StreamFault[] => [
      { row, field, kind },
    ];
    if (stream.kind.trim() === '') return fault('kind', 'missing');
    for (const field of ['streamId', 'channels', 'sampleRateHz', 'scale', 'offset'] as const)
      if (stream[field] === null || Number.isNaN(stream[field])) return fault(field, 'missing');
    for (const field of ['streamId', 'channels', 'sampleRateHz'] as const) {
      const [least, most] = RANGES[field];
      if ((stream[field] ?? least) < least || (stream[field] ?? least) > most)
        return fault(field, 'range');
    }
    if (streams.findIndex((other) => other.streamId === stream.streamId) !== row)
      return fault('streamId', 'twice');
    return stream.scale === 0 ? fault('scale', 'zero') : [];
  });
}
