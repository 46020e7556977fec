import type pg from 'pg';

/** Records the events acknowledged to devices and compares them with the stored alarms. */
export type Ledger = {
  /** Presses of a room are numbered from 1. */
  readonly press: (roomId: string, pressed: Promise<void>) => Pressed;
  readonly fall: (roomId: string, fallen: Promise<void>) => void;
  /** Compares the acknowledged events with the stored ones. */
  readonly compare: (database: pg.Pool) => Promise<Comparison>;
};

export type Pressed = {
  readonly roomId: string;
  readonly number: number;
  /** By `performance.now()`, as is `acknowledgedAtMs`. */
  readonly sentAtMs: number;
  /** When a server acknowledged the press; `null` until then. */
  acknowledgedAtMs: number | null;
};

/** Counts since the start. Events that are stored but not acknowledged count as neither. */
export type Comparison = {
  readonly presses: Compared;
  readonly falls: Compared;
  readonly offlineAlarms: number;
};

export type Compared = {
  readonly sent: number;
  readonly acknowledged: number;
  readonly notRaised: number;
  readonly twice: number;
};

type Tally = { sent: number; acknowledged: number };
type Tallies = Map<string, Tally>;

export function createLedger(): Ledger {
  const presses: Tallies = new Map();
  const falls: Tallies = new Map();
  return {
    press(roomId, pressed) {
      const { sent } = record(presses, roomId, pressed);
      const press: Pressed = {
        roomId,
        number: sent,
        sentAtMs: performance.now(),
        acknowledgedAtMs: null,
      };
      pressed.then(
        () => {
          press.acknowledgedAtMs = performance.now();
        },
        () => undefined,
      );
      return press;
    },
    fall: (roomId, fallen) => void record(falls, roomId, fallen),
    async compare(database) {
      const stored = await readStored(database);
      return {
        presses: compareKind(presses, (roomId) => stored.get(`${roomId} call`) ?? 0),
        falls: compareKind(falls, (roomId) => stored.get(`${roomId} fall`) ?? 0),
        offlineAlarms: [...stored]
          .filter(([key]) => key.endsWith(' deviceOffline'))
          .reduce((sum, [, count]) => sum + count, 0),
      };
    },
  };
}

function record(tallies: Tallies, roomId: string, happened: Promise<void>): Tally {
  const tally = tallies.get(roomId) ?? { sent: 0, acknowledged: 0 };
  tallies.set(roomId, tally);
  tally.sent += 1;
  happened.then(
    () => {
      tally.acknowledged += 1;
    },
    () => undefined,
  );
  return tally;
}

function compareKind(tallies: Tallies, raisedIn: (roomId: string) => number): Compared {
  const total = { sent: 0, acknowledged: 0, notRaised: 0, twice: 0 };
  for (const [roomId, { sent, acknowledged }] of tallies) {
    const raised = raisedIn(roomId);
    total.sent += sent;
    total.acknowledged += acknowledged;
    total.notRaised += Math.max(0, acknowledged - raised);
    total.twice += Math.max(0, raised - sent);
  }
  return total;
}

/** How often each kind of alarm occurred in each room, by `{room} {kind}`. */
async function readStored(database: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await database.query<{ room: string; kind: string; count: number }>(
    `select split_part(path, '/', 2) as room, data->>'kind' as kind,
        sum((data->>'repeats')::int)::int as count
      from documents where collection = 'accident' group by 1, 2`,
  );
  return new Map(rows.map(({ room, kind, count }) => [`${room} ${kind}`, count]));
}
