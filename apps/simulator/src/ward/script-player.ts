import type { Person } from '../body/person.ts';
import type { Script, ScriptAction } from '../scenarios/script.ts';
import type { VirtualDevice } from './virtual-device.ts';

/** Targets of a script: the person, the devices of the room and their connections. */
type ScriptTargets = {
  readonly person: Person;
  readonly devices: readonly VirtualDevice[];
  readonly goOffline: (untilSeconds: number) => void;
};

/** Plays a script on a room. `advanceTo` runs every step due since the last call. */
type ScriptPlayer = { readonly advanceTo: (timeSeconds: number) => void };

export function createScriptPlayer(script: Script, targets: ScriptTargets): ScriptPlayer {
  let nextStep = 0;
  let roundStartedAt = 0;

  return {
    advanceTo(timeSeconds) {
      for (;;) {
        const step = script.steps[nextStep];
        if (step !== undefined) {
          if (roundStartedAt + step.atSeconds > timeSeconds) return;
          applyAction(step.action, roundStartedAt + step.atSeconds, targets);
          nextStep += 1;
        } else {
          if (script.loopSeconds === null || roundStartedAt + script.loopSeconds > timeSeconds)
            return;
          roundStartedAt += script.loopSeconds;
          nextStep = 0;
        }
      }
    },
  };
}

const PRESS_SECONDS = 0.4;

function applyAction(
  action: ScriptAction,
  atSeconds: number,
  { person, devices, goOffline }: ScriptTargets,
): void {
  switch (action.kind) {
    case 'become':
      return person.become(action.condition);
    case 'turn':
      return person.turnTo(action.posture, atSeconds);
    case 'apnea':
      return person.stopBreathing(atSeconds, action.value);
    case 'heart':
      return person.setHeart({ ratePerMinute: action.value });
    case 'rhythm':
      return person.setHeart({ rhythm: action.rhythm });
    case 'premature':
      return person.setHeart({ prematureShare: action.value });
    case 'breathing':
      return person.setBreathing(action.value);
    case 'battery':
      return devices.forEach((device) => device.setBattery(action.value));
    case 'clock':
      return devices.forEach((device) => device.setClockError(action.value));
    case 'sensorOff':
      return devices.forEach((device) => device.setSensorsOff(atSeconds, atSeconds + action.value));
    case 'offline':
      return goOffline(atSeconds + action.value);
    case 'press':
      for (const device of devices) {
        device.press(atSeconds, action.long ? 'longPress' : 'press');
        device.press(atSeconds + PRESS_SECONDS, 'release');
      }
  }
}
