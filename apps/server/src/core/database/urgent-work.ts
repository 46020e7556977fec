import { AsyncLocalStorage } from 'node:async_hooks';

const urgent = new AsyncLocalStorage<true>();

/**
 * Runs the statements of `work` on connections that are reserved for alarms and device data, so
 * that members who use all others do not delay them.
 */
export const asUrgent = <Result>(work: () => Result): Result => urgent.run(true, work);

export const isUrgent = (): boolean => urgent.getStore() === true;
