import {
  acknowledgedAccident,
  arrivedAccident,
  compareLastSeen,
  explainedAccident,
  hasCode,
  heardAccident,
  isOpen,
  judgedAccident,
  mutedAccident,
  notedAccident,
  ProblemError,
  reopenedAccident,
  resolvedAccident,
  withdrawnAccident,
  type Accident,
  type Responder,
  type MuteReason,
  type Press,
  type Resolving,
  type UnreachedCause,
} from '@yamori/domain';
import type { Queries } from '../../core/database/database.ts';
import { LeaseLost, NO_FENCE, type LeaseFence } from '../../core/database/lease-fence.ts';
import type { LatePress, PressStore } from '../../core/timeline/staging/press-store.ts';
import { decideLatePress, decidePress, decideReport, type StaffReport } from './decisions.ts';
import { getNextNotificationAt, createNotification } from './escalation.ts';
import {
  changed,
  SERVER,
  unchanged,
  type AlarmAuthor,
  type AlarmChange,
  type AlarmRepository,
  type Authorise,
  type Decision,
  type RoomAlarms,
  type UpdatedAlarm,
} from './repository.ts';
import type { RuleCache } from './rule-cache.ts';

/**
 * Commands of people about alarms, and presses of call buttons. A command that does not apply
 * changes nothing. Each returns the resulting alarm, including changes by others.
 */
export type AlarmService = {
  /**
   * Raises one call per press, even if several servers read it repeatedly. Returns false
   * while the room has no live state, or if `fence` shows that another server owns the room; retry
   * later. Without a fence the claim of the press alone makes it one call.
   */
  readonly press: (roomId: string, press: Press, fence?: LeaseFence) => Promise<boolean>;
  /**
   * Adds a press that arrived too late for a call to the list of alarms, once. No one is notified.
   * Returns false while the room has no live state; retry later.
   */
  readonly recordLatePress: (roomId: string, press: LatePress) => Promise<boolean>;
  readonly report: (
    command: Omit<AlarmCommand, 'accidentId'>,
    report: Omit<StaffReport, 'by'>,
  ) => Promise<UpdatedAlarm>;
  readonly acknowledge: (command: AlarmCommand) => Promise<UpdatedAlarm>;
  readonly withdraw: (command: AlarmCommand) => Promise<UpdatedAlarm>;
  readonly arrive: (command: AlarmCommand) => Promise<UpdatedAlarm>;
  readonly resolve: (command: AlarmCommand, resolving: Resolving) => Promise<UpdatedAlarm>;
  readonly reopen: (command: AlarmCommand) => Promise<UpdatedAlarm>;
  readonly mute: (
    command: AlarmCommand,
    mute: { readonly minutes: number; readonly reason: MuteReason },
  ) => Promise<UpdatedAlarm>;
  readonly note: (command: AlarmCommand, note: string) => Promise<UpdatedAlarm>;
  readonly judge: (command: AlarmCommand, useful: boolean | null) => Promise<UpdatedAlarm>;
  /** Records that the alarm sounds on a page. */
  readonly heard: (command: AlarmCommand) => Promise<UpdatedAlarm>;
  /** Records why notifications reached no one. */
  readonly explain: (command: AlarmCommand, cause: UnreachedCause) => Promise<UpdatedAlarm>;
};

export type AlarmCommand = {
  readonly roomId: string;
  readonly accidentId: string;
  readonly by: Responder;
  readonly author: AlarmAuthor;
  readonly authorise?: Authorise;
  /**
   * The last event of the alarm that the user saw. A command given before the last press of a call
   * does not change the call.
   */
  readonly seen?: Date | null;
};

type AlarmServiceDeps = {
  readonly repository: AlarmRepository;
  readonly presses: PressStore;
  readonly rules: RuleCache;
  readonly now: () => Date;
  /** Called after an alarm raised by a press is stored, with the time of the press. */
  readonly onRaised: (roomId: string, accidentId: string, pressedAtMs: number) => void;
};

type Transition = (alarm: Accident) => Accident | null;

export function createAlarmService(deps: AlarmServiceDeps): AlarmService {
  const { repository, presses, rules, now, onRaised } = deps;

  async function change(
    { roomId, accidentId, author, authorise, seen = null }: AlarmCommand,
    transition: Transition,
    notification: (alarm: Accident, before: Accident) => AlarmChange['notification'] = () => null,
  ): Promise<UpdatedAlarm> {
    const target = { roomId, accidentId, authorise };
    const known = await repository.update(target, author, async (room): Promise<Decision> => {
      const found = await room.find(accidentId);
      if (found === null) throw new ProblemError('document-not-found');
      const age = compareLastSeen(found.accident, seen);
      if (age === 'ahead')
        throw new ProblemError('request-invalid', {
          issues: [{ field: 'lastAt', code: 'value-wrong' }],
        });
      const next = transition(found.accident);
      if (next === null || age === 'outdated' || hasOpenAlarmOfKind(room, found.accident, next))
        return unchanged(found);
      return changed(accidentId, next, { notification: notification(next, found.accident) });
    });
    if (known === null) throw new ProblemError('document-not-found');
    return known;
  }
  const getConfig = (roomId: string) => rules.getConfig(roomId);

  return {
    async press(roomId, press, fence = NO_FENCE) {
      if (await presses.isCalled(press)) return true;
      if (!(await hasLiveState(repository, roomId))) return false;
      const claim = async (queries: Queries): Promise<void> => {
        const call = { roomId, receivedAt: press.at, at: now() };
        if (!(await presses.claim(queries, press, call))) throw new AlreadyCalled();
      };
      const config = await getConfig(roomId);
      let isNew = false;
      try {
        const author = { ...SERVER, fence, alongside: claim };
        const known = await repository.update({ roomId }, author, async (room) => {
          const decision = await decidePress(room, press, config);
          isNew = decision.kind === 'changed' && decision.change.isNew;
          return decision;
        });
        if (isNew && known !== null) onRaised(roomId, known.id, press.at.getTime());
      } catch (error) {
        if (error instanceof LeaseLost) return false;
        if (!(error instanceof AlreadyCalled)) throw error;
      }
      return true;
    },
    recordLatePress: (roomId, press) => recordLatePress(deps, roomId, press),
    async report({ roomId, by, author, authorise }, report) {
      const config = await getConfig(roomId);
      const known = await repository.update({ roomId, authorise }, author, (room) =>
        decideReport(room, { ...report, by }, config, now()),
      );
      if (known === null) throw new ProblemError('document-not-found');
      return known;
    },
    acknowledge: (command) =>
      change(
        command,
        (alarm) => acknowledgedAccident(alarm, command.by, now()),
        createResponderNotification,
      ),
    async withdraw(command) {
      const config = await getConfig(command.roomId);
      const at = now();
      return change(
        command,
        (alarm) =>
          withdrawnAccident(
            alarm,
            command.by,
            at,
            getNextNotificationAt(config, alarm.kind, alarm.escalation.step, at),
          ),
        ({ escalation }) => createNotification('withdrawn', escalation.step, at, config),
      );
    },
    arrive: (command) =>
      change(
        command,
        (alarm) => arrivedAccident(alarm, command.by, now()),
        createResponderNotification,
      ),
    resolve: (command, resolving) =>
      change(
        command,
        (alarm) => resolvedAccident(alarm, command.by, now(), resolving),
        ({ escalation, resolvedAt }) =>
          createNotification('resolved', escalation.step, resolvedAt ?? now(), null),
      ),
    async reopen(command) {
      const config = await getConfig(command.roomId);
      const at = now();
      return change(
        command,
        (alarm) =>
          reopenedAccident(
            alarm,
            command.by,
            at,
            getNextNotificationAt(config, alarm.kind, alarm.escalation.step, at),
          ),
        ({ state, escalation }) =>
          createNotification(
            state === 'raised' ? 'withdrawn' : 'acknowledged',
            escalation.step,
            at,
            config,
          ),
      );
    },
    mute: (command, mute) =>
      change(command, (alarm) => mutedAccident(alarm, command.by, now(), mute)),
    note: (command, note) =>
      change(command, (alarm) => notedAccident(alarm, command.by, now(), note)),
    judge: (command, useful) =>
      change(command, (alarm) => judgedAccident(alarm, command.by, now(), useful)),
    heard: (command) => change(command, (alarm) => heardAccident(alarm, now())),
    explain: (command, cause) =>
      change(command, (alarm) => explainedAccident(alarm, command.by, now(), cause)),
  };
}

async function recordLatePress(
  { repository, presses }: Pick<AlarmServiceDeps, 'repository' | 'presses'>,
  roomId: string,
  press: LatePress,
): Promise<boolean> {
  if (!(await hasLiveState(repository, roomId))) return false;
  const claim = async (queries: Queries): Promise<void> => {
    if (!(await presses.claimLate(press, queries))) throw new AlreadyCalled();
  };
  try {
    await repository.update({ roomId }, { ...SERVER, alongside: claim }, (room) =>
      decideLatePress(room, press),
    );
  } catch (error) {
    if (!(error instanceof AlreadyCalled)) throw error;
  }
  return true;
}

/** Rolls back the commit of a press that already has a call or an entry. */
class AlreadyCalled extends Error {}

async function hasLiveState(repository: AlarmRepository, roomId: string): Promise<boolean> {
  try {
    return (await repository.readRoom({ roomId })) !== null;
  } catch (error) {
    if (hasCode(error, 'document-not-found')) return false;
    throw error;
  }
}

/** A room has at most one open alarm per kind, so reopening would create a second one. */
const hasOpenAlarmOfKind = (room: RoomAlarms, before: Accident, after: Accident): boolean =>
  !isOpen(before) && isOpen(after) && room.open.some(({ kind }) => kind === after.kind);

/** For an alarm that just got a responder: devices update their notifications. */
const createResponderNotification = (
  { escalation, acknowledgedAt }: Accident,
  { state }: Accident,
): AlarmChange['notification'] =>
  state === 'raised' && acknowledgedAt !== null
    ? createNotification('acknowledged', escalation.step, acknowledgedAt, null)
    : null;
