import { z } from 'zod';
import { WATCHED_KINDS } from '../alarms/accident-parameters.ts';
import { parameterOverrides } from '../collections/organisation.ts';
import { problem } from '../contract/problem-schema.ts';
import { pathId } from './address.ts';
import { endpoint } from './endpoint.ts';

const MAX_BACKTEST_NIGHTS = 30;

const call = z.strictObject({
  place: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('room'), roomId: pathId }),
    z.strictObject({ kind: z.literal('domain'), domainId: pathId }),
  ]),
  /** All overrides as they would be saved; empty: everything is inherited. */
  overrides: parameterOverrides,
  nights: z.int().min(1).max(MAX_BACKTEST_NIGHTS).default(MAX_BACKTEST_NIGHTS),
});
export type RehearsalCall = z.output<typeof call>;

const counts = { before: z.int(), after: z.int() };
const result = z.strictObject({
  rooms: z.int(),
  /** Nights for which any room has stored observations, oldest first. */
  nights: z.array(z.strictObject({ night: z.string(), ...counts })),
  /** Kinds with any alarm, before or after. */
  kinds: z.array(z.strictObject({ kind: z.enum(WATCHED_KINDS), ...counts })),
  /**
   * Alarms of these nights that rules raised and that were useful, if the stored observations raise
   * them again under the current thresholds; others cannot be compared.
   */
  helped: z.int(),
  /**
   * Those of them that would not have been raised; `missed` counts all, the list holds the latest.
   */
  missed: z.int(),
  missedAlarms: z.array(
    z.strictObject({
      roomId: z.string(),
      roomName: z.string(),
      accidentId: z.string(),
      kind: z.enum(WATCHED_KINDS),
      raisedAt: z.iso.datetime(),
    }),
  ),
});
export type RehearsalResult = z.infer<typeof result>;

export const rehearsalLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('progress'), done: z.int(), of: z.int() }),
  z.strictObject({ kind: z.literal('done'), result }),
  z.strictObject({ kind: z.literal('failed'), problem }),
]);
export type RehearsalLine = z.infer<typeof rehearsalLine>;

export const rehearsalApi = {
  /** Answers with a `rehearsalLine` for each step; closing the connection stops it. */
  run: endpoint({
    method: 'POST',
    path: '/api/rehearsals',
    summary: 'Calculate which alarms other thresholds would have raised in recent nights',
    caller: 'member',
    body: call,
    file: ['application/x-ndjson'],
    problems: ['document-not-found', 'document-forbidden', 'request-invalid', 'limit-rehearsals'],
  }),
};
