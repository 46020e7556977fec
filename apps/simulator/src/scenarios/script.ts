/** One step of a scenario: an action of the person or the devices at a time. */
export type ScriptStep = { readonly atSeconds: number; readonly action: ScriptAction };

export type ScriptAction =
  | {
      readonly kind: 'become';
      readonly condition: 'asleep' | 'dozing' | 'awake' | 'sitting' | 'walking' | 'fallen';
    }
  | { readonly kind: 'turn'; readonly posture: 'supine' | 'left' | 'right' | 'prone' }
  | {
      readonly kind:
        | 'apnea'
        | 'offline'
        | 'sensorOff'
        | 'heart'
        | 'breathing'
        | 'premature'
        | 'battery'
        | 'clock';
      readonly value: number;
    }
  | { readonly kind: 'rhythm'; readonly rhythm: 'sinus' | 'fibrillation' }
  | { readonly kind: 'press'; readonly long: boolean };

export type Script = {
  readonly steps: readonly ScriptStep[];
  /** Loop length; null plays once. */
  readonly loopSeconds: number | null;
};

/** A scenario that cannot be parsed, with its line number. */
export class ScriptError extends Error {
  readonly line: number;

  constructor(line: number, text: string, why: string) {
    super(`scenario line ${line}: ${why}: "${text}"`);
    this.name = 'ScriptError';
    this.line = line;
  }
}

const CONDITIONS = {
  asleep: 'asleep',
  dozes: 'dozing',
  wakes: 'awake',
  sits: 'sitting',
  walks: 'walking',
  falls: 'fallen',
  returns: 'awake',
} as const;
const POSTURES = ['supine', 'left', 'right', 'prone'] as const;
const NUMBERED = {
  apnea: [1, 120],
  offline: [1, 86_400],
  sensorOff: [1, 86_400],
  heart: [20, 250],
  breathing: [3, 70],
  premature: [0, 1],
  battery: [0, 100],
  clock: [-4e9, 4e9],
} as const satisfies Partial<Record<ScriptAction['kind'], readonly [number, number]>>;

/**
 * Parses a scenario: one step a line, `m:ss action [argument]` or `h:mm:ss …`, in order of time;
 * `#` starts a comment; a last line `loop m:ss` repeats it. Throws a ScriptError.
 */
export function parseScript(text: string): Script {
  const steps: ScriptStep[] = [];
  let loopSeconds: number | null = null;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(/#.*$/, '').trim();
    if (line === '') continue;
    const [first = '', second = '', argument] = line.split(/\s+/);
    if (loopSeconds !== null) throw new ScriptError(index + 1, line, 'nothing may follow loop');
    if (first === 'loop') loopSeconds = parseTime(second, index + 1, line);
    else {
      const atSeconds = parseTime(first, index + 1, line);
      if (atSeconds < (steps.at(-1)?.atSeconds ?? 0))
        throw new ScriptError(index + 1, line, 'goes back in time');
      steps.push({ atSeconds, action: parseAction(second, argument, index + 1, line) });
    }
  }
  if (loopSeconds !== null && loopSeconds <= (steps.at(-1)?.atSeconds ?? 0))
    throw new ScriptError(0, `loop ${loopSeconds}`, 'the loop ends before its last step');
  return { steps, loopSeconds };
}

function parseTime(word: string, line: number, text: string): number {
  const match = /^(?:(\d+):)?(\d+):([0-5]\d)$/.exec(word);
  if (match === null) throw new ScriptError(line, text, 'a time is m:ss or h:mm:ss');
  return Number(match[1] ?? 0) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}

function parseAction(
  word: string,
  argument: string | undefined,
  line: number,
  text: string,
): ScriptAction {
  if (isKeyOf(CONDITIONS, word)) return { kind: 'become', condition: CONDITIONS[word] };
  if (word === 'presses') return { kind: 'press', long: argument === 'long' };
  if (word === 'turns') {
    const posture = POSTURES.find((candidate) => candidate === argument);
    if (posture === undefined)
      throw new ScriptError(line, text, `turns to one of ${POSTURES.join(', ')}`);
    return { kind: 'turn', posture };
  }
  if (word === 'rhythm' && (argument === 'sinus' || argument === 'fibrillation'))
    return { kind: 'rhythm', rhythm: argument };
  if (!isKeyOf(NUMBERED, word)) throw new ScriptError(line, text, 'no such action');
  const [lowest, highest] = NUMBERED[word];
  const value = Number(argument);
  if (argument === undefined || !(value >= lowest && value <= highest))
    throw new ScriptError(line, text, `${word} takes a number from ${lowest} to ${highest}`);
  return { kind: word, value };
}

const isKeyOf = <Table extends object>(
  table: Table,
  word: string,
): word is Extract<keyof Table, string> => Object.hasOwn(table, word);
