import {
  acknowledgedAccident,
  ACCIDENT_TRAITS,
  arrivedAccident,
  askedAnew,
  describedAccident,
  explainedAccident,
  heardAccident,
  isOpen,
  judgedAccident,
  mutedAccident,
  notedAccident,
  raisedAccident,
  refuse,
  reopenedAccident,
  repeatedAccident,
  resolvedAccident,
  withdrawnAccident,
  type Accident,
  type AccidentKind,
  type AccidentSeverity,
  type Carer,
  type MuteReason,
  type Resolving,
  type UnreachedCause,
} from '@yamori/domain';
import {
  becomes,
  stays,
  type AccidentAuthor,
  type AccidentChange,
  type AccidentKeeper,
  type Decision,
} from './accident-keeper.ts';
import { nextTelling, noticeOf, withTellingOfRepeat } from './escalation.ts';
import type { KnownAccident } from './room-accidents.ts';
import type { RulesReader } from './rules-reader.ts';
import { accidentIdOf } from './signal-decisions.ts';

/**
 * What people do with accidents. Each gives how the accident stands then, whoever's doing that is.
 */
export type AccidentSteps = {
  readonly report: (
    asked: Omit<Asked, 'accidentId'>,
    report: {
      readonly kind: AccidentKind;
      readonly severity: AccidentSeverity;
      readonly note: string;
    },
  ) => Promise<KnownAccident>;
  readonly acknowledge: (asked: Asked) => Promise<KnownAccident>;
  /** `may` refuses for who goes. */
  readonly withdraw: (asked: Asked, may: (accident: Accident) => void) => Promise<KnownAccident>;
  readonly arrive: (asked: Asked) => Promise<KnownAccident>;
  readonly resolve: (asked: Asked, resolving: Resolving) => Promise<KnownAccident>;
  /** `may` refuses for who said that it was over. */
  readonly reopen: (asked: Asked, may: (accident: Accident) => void) => Promise<KnownAccident>;
  readonly mute: (
    asked: Asked,
    mute: { readonly minutes: number; readonly reason: MuteReason },
  ) => Promise<KnownAccident>;
  readonly note: (asked: Asked, note: string) => Promise<KnownAccident>;
  readonly judge: (asked: Asked, useful: boolean | null) => Promise<KnownAccident>;
  /** A page that can be heard sounds for it. */
  readonly heard: (asked: Asked) => Promise<KnownAccident>;
  /** Names why notifications of it reached nobody. */
  readonly explain: (asked: Asked, cause: UnreachedCause) => Promise<KnownAccident>;
  /** Says what there is to say of one that is over. */
  readonly describe: (asked: Asked, resolving: Resolving) => Promise<KnownAccident>;
};

export type Asked = {
  readonly roomId: string;
  readonly accidentId: string;
  readonly by: Carer;
  readonly author: AccidentAuthor;
};

type AccidentStepParts = {
  readonly keeper: AccidentKeeper;
  readonly rules: RulesReader;
  readonly now: () => Date;
};

type Next = (accident: Accident) => Accident | null;

export function createAccidentSteps({ keeper, rules, now }: AccidentStepParts): AccidentSteps {
  /** @throws ProblemError `document-not-found` */
  async function change(
    { roomId, accidentId, author }: Asked,
    next: Next,
    notice: (accident: Accident, before: Accident) => AccidentChange['notice'] = () => null,
  ): Promise<KnownAccident> {
    const known = await keeper.decide(roomId, author, async (room): Promise<Decision> => {
      const found = await room.find(accidentId);
      if (found === null) throw refuse('document-not-found');
      const changed = next(found.accident);
      // A room has one open accident of a kind: what was closed stays so when it has begun anew.
      const isSecond =
        changed !== null &&
        !isOpen(found.accident) &&
        isOpen(changed) &&
        room.open.some(({ kind }) => kind === changed.kind);
      return changed === null || isSecond
        ? stays(found)
        : becomes(accidentId, changed, { notice: notice(changed, found.accident) });
    });
    if (known === null) throw refuse('document-not-found');
    return known;
  }
  const planOf = (roomId: string) => rules.planOf(roomId);

  return {
    async report({ roomId, by, author }, { kind, severity, note }) {
      const plan = await planOf(roomId);
      const known = await keeper.decide(roomId, author, async (room) => {
        const at = now();
        const open = await room.openOf(kind);
        const raised = noticeOf('raised', 0, at, plan);
        if (open !== null) {
          const asking = askedAnew(open.accident, at, nextTelling(plan, kind, 0, at));
          const again = repeatedAccident(asking, at);
          if (again === null) return stays(open);
          const [told, more] =
            asking === open.accident
              ? withTellingOfRepeat(again, at, plan)
              : [again, { notice: raised }];
          return becomes(
            open.id,
            notedAccident(told, by, at, joined(told.note, note)) ?? told,
            more,
          );
        }
        const accident = raisedAccident({
          kind,
          severity,
          source: ACCIDENT_TRAITS.staffReport.source,
          at,
          since: at,
          serial: null,
          streamId: null,
          reason: null,
          by,
          note,
          escalatesAt: nextTelling(plan, kind, 0, at),
        });
        return becomes(accidentIdOf(kind, at.getTime()), accident, { isNew: true, notice: raised });
      });
      if (known === null) throw refuse('document-not-found');
      return known;
    },
    acknowledge: (asked) =>
      change(asked, (accident) => acknowledgedAccident(accident, asked.by, now()), gone),
    async withdraw(asked, may) {
      const plan = await planOf(asked.roomId);
      const at = now();
      return change(
        asked,
        (accident) => {
          if (accident.acknowledgedBy !== null && isOpen(accident)) may(accident);
          return withdrawnAccident(
            accident,
            asked.by,
            at,
            nextTelling(plan, accident.kind, accident.escalation.step, at),
          );
        },
        ({ escalation }) => noticeOf('withdrawn', escalation.step, at, plan),
      );
    },
    arrive: (asked) =>
      change(asked, (accident) => arrivedAccident(accident, asked.by, now()), gone),
    resolve: (asked, resolving) =>
      change(
        asked,
        (accident) => resolvedAccident(accident, asked.by, now(), resolving),
        ({ escalation, resolvedAt }) =>
          noticeOf('resolved', escalation.step, resolvedAt ?? now(), null),
      ),
    async reopen(asked, may) {
      const plan = await planOf(asked.roomId);
      const at = now();
      return change(
        asked,
        (accident) => {
          if (accident.resolvedBy !== null) may(accident);
          return reopenedAccident(
            accident,
            asked.by,
            at,
            nextTelling(plan, accident.kind, accident.escalation.step, at),
          );
        },
        ({ state, escalation }) =>
          noticeOf(state === 'raised' ? 'withdrawn' : 'acknowledged', escalation.step, at, plan),
      );
    },
    mute: (asked, mute) =>
      change(asked, (accident) => mutedAccident(accident, asked.by, now(), mute)),
    note: (asked, note) =>
      change(asked, (accident) => notedAccident(accident, asked.by, now(), note)),
    judge: (asked, useful) =>
      change(asked, (accident) => judgedAccident(accident, asked.by, now(), useful)),
    heard: (asked) => change(asked, (accident) => heardAccident(accident, now())),
    explain: (asked, cause) =>
      change(asked, (accident) => explainedAccident(accident, asked.by, now(), cause)),
    describe: (asked, resolving) =>
      change(asked, (accident) => describedAccident(accident, asked.by, now(), resolving)),
  };
}

/** Somebody goes: what was told of it need not be any more. */
const gone = (
  { escalation, acknowledgedAt }: Accident,
  { state }: Accident,
): AccidentChange['notice'] =>
  state === 'raised' && acknowledgedAt !== null
    ? noticeOf('acknowledged', escalation.step, acknowledgedAt, null)
    : null;

const MOST_NOTE_CHARACTERS = 2_000;
const joined = (before: string, note: string): string =>
  (before === '' ? note : `${before}\n${note}`).slice(0, MOST_NOTE_CHARACTERS);
