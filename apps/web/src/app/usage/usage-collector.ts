import type { UsageReport } from '@yamori/domain';
import type { Measured } from './web-vitals.ts';

const MAX_VIEWS_PER_ROUTE = 1000;
/** Maximum number of counts per report; further ones are dropped. */
const MAX_ROUTES = 120;
const MAX_VITALS = 200;

type UsageCollectorOptions = {
  readonly takeVitals: () => readonly Measured[];
  /** False if the browser did not accept it; it is retried with the next report. */
  readonly send: (report: UsageReport) => boolean;
};

/** Collects views and measurements for a report. Identifies screens by their ids only. */
export class UsageCollector {
  readonly #parts: UsageCollectorOptions;
  readonly #views = new Map<string, number>();
  #vitals: UsageReport['vitals'] = [];
  #routeId: string | null = null;

  constructor(parts: UsageCollectorOptions) {
    this.#parts = parts;
  }

  /** Another screen is shown; the measurements until now belong to the previous one. */
  opened(routeId: string): void {
    this.#settle();
    this.#routeId = routeId;
    const before = this.#views.get(routeId) ?? 0;
    if (before > 0 || this.#views.size < MAX_ROUTES)
      this.#views.set(routeId, Math.min(before + 1, MAX_VIEWS_PER_ROUTE));
  }

  /** Sends the pending counts, if any. */
  report(): void {
    this.#settle();
    if (this.#views.size === 0 && this.#vitals.length === 0) return;
    const report = {
      views: [...this.#views].map(([routeId, count]) => ({ routeId, count })),
      vitals: this.#vitals,
    };
    if (!this.#parts.send(report)) return;
    this.#views.clear();
    this.#vitals = [];
  }

  #settle(): void {
    const measured = this.#parts.takeVitals();
    if (this.#routeId === null) return;
    const routeId = this.#routeId;
    this.#vitals = [
      ...this.#vitals,
      ...measured.map(({ vital, value }) => ({ routeId, vital, value })),
    ].slice(-MAX_VITALS);
  }
}
