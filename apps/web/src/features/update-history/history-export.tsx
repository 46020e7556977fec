import { localDate, ProblemError } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryAsked, HistoryClient, HistoryEntry } from '../../client/history-client.ts';
import { useClock } from '../../ui/clock/clock-context.tsx';
import { useOnline } from '../../ui/connection/use-online.ts';
import { Button } from '../../ui/form/button.tsx';
import { useNotifications } from '../../ui/notifications/notifications-view.tsx';
import { useProblemWords } from '../../ui/pages/problem-words.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useHistoryClient } from './history-context.ts';

const MOST_EXPORTED = 5_000;

/** The entries that are asked for as a file; who takes it stands in the record before it is made. */
export function HistoryExport({ asked }: { readonly asked: HistoryAsked }) {
  const { t } = useTranslation('history');
  const client = useHistoryClient();
  const clock = useClock();
  const online = useOnline();
  const notifications = useNotifications();
  const words = useProblemWords();
  const [count, setCount] = useState<number | null>(null);
  const save = async (): Promise<void> => {
    setCount(0);
    try {
      await client.noteExport(asked.domainId);
      const { entries, names, isCut } = await readAll(client, asked, setCount);
      const { writeCsv } = await import('@yamori/formats');
      const heads = (['at', 'who', 'address', 'action', 'path', 'field', 'before', 'after', 'organisation', 'hash'] as const).map((name) => t(`csv.${name}`));
      saveFile(new Blob([writeCsv([heads, ...entries.flatMap((entry) => rowsOf(entry, names))])], { type: 'text/csv;charset=utf-8' }), `yamori-history-${localDate(clock.now(), 'UTC')}.csv`);
      notifications.show({ type: 'positive', message: t(isCut ? 'exportedCut' : 'exported', { count: entries.length }) });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      notifications.show({ type: 'negative', message: words(error.problem) });
    } finally {
      setCount(null);
    }
  };
  return <Button busy={count !== null} disabled={!online} onClick={() => void save()}>{count === null ? t('exportCsv') : t('exporting', { count })}</Button>;
}

async function readAll(client: HistoryClient, asked: HistoryAsked, tell: (count: number) => void) {
  // As of now: what is written meanwhile would push entries from one page into the next.
  const entries: HistoryEntry[] = [];
  for (;;) {
    const page = await client.page(asked, entries.length);
    entries.push(...page.entries);
    tell(entries.length);
    if (page.complete || page.entries.length === 0 || entries.length >= MOST_EXPORTED) {
      const once = [...new Map(entries.map((entry) => [entry.documentPath, entry])).values()];
      const paths = once.flatMap(({ actorId, domainId }) => [...(actorId === '' ? [] : [`staff/${actorId}`]), ...(domainId === undefined ? [] : [`domain/${domainId}`])]);
      return { entries: once, names: paths.length === 0 ? new Map<string, string>() : await client.names(paths), isCut: !page.complete };
    }
  }
}

/** A row a changed field, so that a table can be filtered by it. */
function rowsOf({ at, actorId, address, action, path, changes, domainId, hash }: HistoryEntry, names: ReadonlyMap<string, string>): string[][] {
  const head = [at.toISOString(), names.get(`staff/${actorId}`) ?? actorId, address, action, path];
  const tail = [domainId === undefined ? '' : names.get(`domain/${domainId}`) ?? domainId, hash];
  return (changes.length === 0 ? [{ field: '', before: null, after: null }] : changes).map(({ field, before, after }) => [...head, field, said(before), said(after), ...tail]);
}

const said = (value: unknown): string => (value === null || value === undefined ? '' : typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value));
