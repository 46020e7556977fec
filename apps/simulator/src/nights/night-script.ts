import type { Random } from '../random.ts';
import type { Script, ScriptAction, ScriptStep } from '../scenarios/script.ts';

/**
 * Sleep habits of a person; minutes after the start of the evening unless the name says otherwise.
 */
type Habits = {
  readonly bedAtMinutes: number;
  readonly upAtMinutes: number;
  /** Average number of times out of bed a night. */
  readonly toilets: number;
  /** Share of the night with pauses in breathing. */
  readonly pauses: number;
  /** Nights a week with a press of the call button. */
  readonly calls: number;
};

/**
 * Habits of an elderly resident: early to bed, up once or twice; one in six has pauses in
 * breathing.
 */
export function makeHabits(random: Random): Habits {
  const between = (least: number, most: number): number =>
    least + (most - least) * random.uniform();
  return {
    bedAtMinutes: between(35, 120),
    upAtMinutes: between(540, 640),
    toilets: between(0.3, 2.6),
    pauses: random.uniform() < 1 / 6 ? between(0.2, 0.6) : 0,
    calls: random.uniform() < 0.25 ? between(1, 4) : 0.2,
  };
}

/** One random night by a person's habits, from evening to morning. */
export function makeNightScript(
  { bedAtMinutes, upAtMinutes, toilets, pauses, calls }: Habits,
  random: Random,
): Script {
  const steps: ScriptStep[] = [];
  const between = (least: number, most: number): number =>
    least + (most - least) * random.uniform();
  let at = 0;
  const step = (action: ScriptAction): void =>
    void steps.push({ atSeconds: Math.round(at * 60), action });
  const become = (
    condition: Extract<ScriptAction, { kind: 'become' }>['condition'],
    minutes: number,
  ): void => {
    step({ kind: 'become', condition });
    at += minutes;
  };
  const upAndAbout = (until: number): void => {
    while (at < until) {
      become('sitting', between(4, 15));
      become('walking', between(2, 6));
    }
  };
  const bedAt = bedAtMinutes + between(-20, 20);
  const upAt = upAtMinutes + between(-25, 25);
  upAndAbout(bedAt);
  if (random.uniform() < calls / 7) step({ kind: 'press', long: false });
  become('awake', between(4, 22));
  become('dozing', between(3, 10));
  let leftToRise = Math.round(Math.max(0, toilets + 0.8 * random.normal()));
  while (at < upAt) {
    const sleepMinutes = between(45, 100);
    breathePauses(steps, at, Math.min(sleepMinutes, upAt - at), pauses, random);
    become('asleep', sleepMinutes);
    if (at >= upAt) break;
    become('dozing', between(1, 4));
    if (leftToRise > 0 && random.uniform() < 0.6) {
      leftToRise -= 1;
      become('sitting', between(0.5, 1.5));
      become('walking', between(2, 7));
      become('awake', between(3, 12));
    } else if (random.uniform() < 0.35) become('awake', between(2, 14));
  }
  become('awake', between(5, 20));
  upAndAbout(Math.max(at + 5, upAtMinutes + 60));
  return {
    steps: steps.toSorted((one, other) => one.atSeconds - other.atSeconds),
    loopSeconds: null,
  };
}

/** Pauses of 12 to 32 s, one or two a minute, in some quarters of an hour. */
function breathePauses(
  steps: ScriptStep[],
  fromMinutes: number,
  minutes: number,
  share: number,
  random: Random,
): void {
  for (let quarter = 10; quarter + 15 < minutes; quarter += 15) {
    if (random.uniform() >= share) continue;
    for (let second = 0; second < 15 * 60; second += 50 + 60 * random.uniform()) {
      steps.push({
        atSeconds: Math.round((fromMinutes + quarter) * 60 + second),
        action: { kind: 'apnea', value: 12 + Math.round(20 * random.uniform()) },
      });
    }
  }
}
