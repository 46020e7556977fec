import type { FormatProblem } from '../recording.ts';

/**
 * One annotation of an MIT-format annotation file (.atr, .qrs, .apn; annot(5) of the WFDB
 * Applications Guide).
 */
export type WfdbAnnotation = {
  /** In ticks of the record's frame rate. */
  readonly sampleIndex: number;
  /** 1 to 49. */
  readonly code: number;
  /** The usual symbol of the code (`N` normal beat, `+` rhythm change …), or `[code]`. */
  readonly symbol: string;
  readonly subtype: number;
  readonly channel: number;
  readonly number: number;
  /** Free text such as the name of the rhythm; may be empty. */
  readonly auxiliary: string;
};

export type WfdbAnnotations = {
  readonly annotations: readonly WfdbAnnotation[];
  readonly problems: readonly FormatProblem[];
};

const SKIP = 59;
const NUMBER = 60;
const SUBTYPE = 61;
const CHANNEL = 62;
const AUXILIARY = 63;
/** The highest code of an actual annotation. */
const LAST_CODE = 49;

/** Symbols in the order of their codes, from 0; a space marks a code without one. */
const SYMBOLS = ' NLRaVFJASEj/Q~ | sT*D"=pB^t+u?![]en@xf()r';
const BEAT_SYMBOLS: ReadonlySet<string> = new Set('NLRBAaJSVrFejnE/fQ?');

/** Whether the annotation marks a heart beat (rather than a rhythm, noise or comment). */
export const isBeat = (annotation: WfdbAnnotation): boolean => BEAT_SYMBOLS.has(annotation.symbol);

/**
 * Parses an annotation file: 16-bit words with the code in the upper 6 bits and the interval in the
 * lower 10.
 */
export function parseWfdbAnnotations(bytes: Uint8Array): WfdbAnnotations {
  const annotations: WfdbAnnotation[] = [];
  const problems: FormatProblem[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sampleIndex = 0;
  let kept: Kept = { channel: 0, number: 0 };
  for (let at = 0; at + 2 <= bytes.length;) {
    const word = view.getUint16(at, true);
    if (word === 0) return { annotations, problems };
    const code = word >> 10;
    const interval = word & 0x3ff;
    const behind = at + 2 + extraBytes(code, interval);
    if (behind > bytes.length) break;
    if (code === SKIP) {
      // A PDP-11 long: high word first.
      sampleIndex += (view.getInt16(at + 2, true) << 16) | view.getUint16(at + 4, true);
    } else if (code > SKIP) {
      const change = changeBy(code, interval, bytes.subarray(at + 2));
      const last = annotations.pop();
      if (last !== undefined) annotations.push({ ...last, ...change });
      kept = { channel: change.channel ?? kept.channel, number: change.number ?? kept.number };
    } else if (code > LAST_CODE) {
      problems.push({
        code: 'badAnnotation',
        message: `unknown annotation code ${code}`,
        byteOffset: at,
      });
    } else {
      sampleIndex += interval;
      annotations.push({
        sampleIndex,
        code,
        symbol: getSymbol(code),
        subtype: 0,
        ...kept,
        auxiliary: '',
      });
    }
    // Text is padded to whole words.
    at = behind + (behind & 1);
  }
  problems.push({
    code: 'truncated',
    message: 'annotation file has no end mark',
    byteOffset: bytes.length,
  });
  return { annotations, problems };
}

/** Channel and number also apply to the following annotations. */
type Kept = { readonly channel: number; readonly number: number };
type Change = {
  readonly channel?: number;
  readonly number?: number;
  readonly subtype?: number;
  readonly auxiliary?: string;
};

function extraBytes(code: number, interval: number): number {
  if (code === SKIP) return 4;
  return code === AUXILIARY ? interval : 0;
}

/** Changes that a word of code 60 to 63 makes to the previous annotation. */
function changeBy(code: number, interval: number, behind: Uint8Array): Change {
  if (code === NUMBER) return { number: signedByte(interval) };
  if (code === SUBTYPE) return { subtype: signedByte(interval) };
  if (code === CHANNEL) return { channel: interval & 0xff };
  return { auxiliary: latin1(behind.subarray(0, interval)) };
}

function getSymbol(code: number): string {
  const symbol = SYMBOLS[code]?.trim() ?? '';
  return symbol === '' ? `[${code}]` : symbol;
}

const signedByte = (value: number): number => (value << 24) >> 24;

/** Text up to the first zero byte. */
function latin1(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return String.fromCharCode(...(end < 0 ? bytes : bytes.subarray(0, end)));
}
