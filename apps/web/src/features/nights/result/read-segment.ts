/** An interval of one stream that an analysis has read. */
type ReadSegment = {
  readonly serial: string;
  readonly streamId: number;
  readonly fromMs: number;
  readonly toMs: number;
};

/**
 * Parses `serial:stream from/to` from the provenance of a night; null for the format of another
 * analysis version.
 */
export function readSegment(text: string): ReadSegment | null {
  const [, serial = '', stream = '', from = '', to = ''] =
    /^(.+):(\d+) (\S+)\/(\S+)$/.exec(text) ?? [];
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  return serial === '' || Number.isNaN(fromMs) || Number.isNaN(toMs)
    ? null
    : { serial, streamId: Number(stream), fromMs, toMs };
}
