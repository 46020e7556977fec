import type { Core } from '../../core/context.ts';
import type { RecordDisclosures } from '../../core/http/disclosures.ts';
import type { Module } from '../../core/module.ts';
import { createAccessLog } from './access-log.ts';
import { redactHistory } from './redact-history.ts';
import { updateHistoryRoutes } from './update-history-routes.ts';
import { usageRoutes } from './usage-routes.ts';
import { createUsageStore } from './usage-store.ts';

type HistoryModule = Module & { readonly recordDisclosures: RecordDisclosures };

/** The update history, the log of accesses to personal data, and usage figures. */
export async function openHistory(core: Core): Promise<HistoryModule> {
  await redactHistory(core);
  return {
    recordDisclosures: createAccessLog(core),
    routes: [
      ...updateHistoryRoutes(core),
      ...usageRoutes({ usage: createUsageStore(core.database), now: core.now }),
    ],
  };
}
