import type { LateDays } from '@yamori/domain';
import { useEffect, useRef } from 'react';
import { useReloadUnbilledDays, useUnbilledDays, type Bill } from './api.ts';

const REFRESH_MS = 300_000;
/** When several bills are issued in a row, the days are counted once. */
const SETTLED_MS = 1000;

type LateDaysResult = { readonly data: LateDays | undefined; readonly isFailed: boolean };

/**
 * The unbilled late days. They do not depend on a month: choosing another one does not reload them,
 * but a change of its bills does.
 *
 * @param bills of the displayed month; null while loading
 */
export function useLateDays(month: string, bills: readonly Bill[] | null): LateDaysResult {
  const reload = useReloadUnbilledDays();
  const seen =
    bills === null
      ? null
      : bills
          .map(
            ({ documentReferenceId, updatedAt }) => `${documentReferenceId} ${updatedAt.getTime()}`,
          )
          .join();
  const shown = useRef<{ readonly month: string; readonly seen: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    if (seen === null) return;
    const before = shown.current;
    shown.current = { month, seen };
    if (before === null || before.month !== month || before.seen === seen) return;
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(reload, SETTLED_MS);
  }, [month, seen, reload]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  const { data, isError } = useUnbilledDays({ refetchInterval: REFRESH_MS });
  return { data, isFailed: isError };
}
