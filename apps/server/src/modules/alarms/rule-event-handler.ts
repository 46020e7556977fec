import { NO_FENCE, type LeaseFence } from '../../core/database/lease-fence.ts';
import type { RoomAlarmConfig } from './rule-cache.ts';
import { applyRuleEvent } from './decisions.ts';
import { changed, SERVER, unchanged, type AlarmRepository } from './repository.ts';
import type { WaitingRuleEvent } from './room-evaluation.ts';

type RuleEventHandlerOptions = {
  readonly repository: AlarmRepository;
  readonly nowMs: () => number;
  readonly fence?: LeaseFence;
};

/** Number of latencies that `counts` returns, of the newest alarms. */
const MAX_LATENCIES = 500;

/** Applies rule events to the alarms of rooms and measures the latency of alarms. */
export function createRuleEventHandler({
  repository,
  nowMs,
  fence = NO_FENCE,
}: RuleEventHandlerOptions) {
  const latenciesMs: number[] = [];
  let ruleEvents = 0;
  async function stored(roomId: string, accidentId: string, receivedAtMs: number): Promise<void> {
    const latencyMs = Math.max(0, nowMs() - receivedAtMs);
    latenciesMs.push(latencyMs);
    if (latenciesMs.length > MAX_LATENCIES) latenciesMs.shift();
    await repository.update({ roomId }, SERVER, async (now) => {
      const found = await now.find(accidentId);
      return found === null
        ? unchanged(null)
        : changed(accidentId, { ...found.accident, latencyMs: Math.round(latencyMs) });
    });
  }
  return {
    stored,
    counts: () => ({ ruleEvents, latenciesMs: [...latenciesMs] }),
    async apply(
      roomId: string,
      ruleEvent: WaitingRuleEvent,
      config: RoomAlarmConfig | null,
    ): Promise<void> {
      let isNew = false;
      const known = await repository.update({ roomId }, { ...SERVER, fence }, async (now) => {
        const decision = await applyRuleEvent(now, ruleEvent, config, nowMs());
        isNew = decision.kind === 'changed' && decision.change.isNew;
        return decision;
      });
      ruleEvents += 1;
      if (isNew && known !== null && ruleEvent.receivedAtMs !== null)
        await stored(roomId, known.id, ruleEvent.receivedAtMs);
    },
  };
}
