import { createPosture, type Posture } from '@yamori/signal';
import type { PostureLane, Span, TimeWindow } from './night-spec.ts';
import { getStreamKey } from './paint-wave.ts';
import type { TileShelves } from './tile-shelves.ts';
import { waveColumns } from './wave-columns.ts';

const COLOURS = {
  supine: 'information',
  left: 'good',
  right: 'warning',
  prone: 'danger',
  upright: 'technical',
} as const;
/** The patterns of left and right lean as the body does. */
const PATTERNS = {
  supine: 'plain',
  left: 'falling',
  right: 'rising',
  prone: 'dotted',
  upright: 'upright',
} as const;
/** Number of columns, so that a posture is at least a few pixels wide. */
const COLUMNS = 400;

/**
 * Postures over the window from the mean of each axis; intervals without a clear posture are gaps.
 */
export function postureSpans(
  lane: PostureLane,
  store: TileShelves,
  window: TimeWindow,
  msPerPixel: number,
): Span[] {
  const axes = lane.traces.map(
    (trace) =>
      waveColumns(
        store.pieces(getStreamKey(trace), window, msPerPixel),
        trace.channel,
        window,
        COLUMNS,
      ).mean,
  );
  const stepMs = (window.toMs - window.fromMs) / COLUMNS;
  const spans: (Span & { toMs: number })[] = [];
  for (let column = 0; column < COLUMNS; column++) {
    const posture = getPosture(
      lane.traces.map(
        ({ scale, offset }, axis) => (axes[axis]?.[column] ?? Number.NaN) * scale + offset,
      ),
    );
    if (posture === null) continue;
    const [fromMs, name] = [window.fromMs + column * stepMs, lane.names[posture]];
    const last = spans.at(-1);
    if (last !== undefined && last.name === name && fromMs - last.toMs < stepMs / 2)
      last.toMs = fromMs + stepMs;
    else
      spans.push({
        fromMs,
        toMs: fromMs + stepMs,
        name,
        short: lane.shortNames[posture],
        pattern: PATTERNS[posture],
        colour: COLOURS[posture],
        isMark: false,
      });
  }
  return spans;
}

/** Applies the estimator of the live view to one mean of gravity. */
function getPosture(gravity: readonly number[]): Posture | null {
  if (gravity.length !== 3 || gravity.some((value) => Number.isNaN(value))) return null;
  const posture = createPosture({ sampleRateHz: 0.5 });
  posture.push(Float32Array.from(gravity), 0);
  const reading = posture.read(0);
  return reading.kind === 'value' ? reading.value : null;
}
