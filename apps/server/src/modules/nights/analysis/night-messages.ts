import type { NightPlan } from './night-plan.ts';
import type { ReadNight } from './read-night.ts';

/** Start data of the night-analysis thread. */
export type NightStart = { readonly databaseUrl: string; readonly plan: NightPlan };

export type FromNight =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'read'; readonly night: ReadNight }
  | { readonly kind: 'failed'; readonly reason: string };
