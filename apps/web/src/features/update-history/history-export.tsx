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
import { namesOf } from './history-sources.ts';
import { useHistoryFile } from './use-history-file.ts';

const MOST_EXPORTED = 5_000;

/** The entries that are asked for as a file; who takes it stands in the record before it is made. */
export function HistoryExport({ asked }: { readonly asked: HistoryAsked }) {
  const { t } = useTranslation('history');
  const client = useHistoryClient();
  const clock = useClock();
  const online = useOnline();
  const notifications = useNotifications();
  const words = useProblemWords();
  const fileOf = useHistoryFile();
  const [count, setCount] = useState<number | null>(null);
  const save = async (): Promise<void> => {
    setCount(0);
    try {
      await client.noteExport(asked);
      const { entries, isCut, ...known } = await readAll(client, asked, setCount);
      const { writeCsv } = await import('@yamori/formats');
      const rows = fileOf(entries, known);
      saveFile(new Blob([writeCsv(rows)], { type: 'text/csv;charset=utf-8' }), `yamori-history-${localDate(clock.now(), 'UTC')}.csv`);
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
      const [names, zones] = await Promise.all([namesOf(client, once), client.zones(once.flatMap(({ domainId }) => domainId ?? []))]);
      return { entries: once, names, zones, isCut: !page.complete };
    }
  }
}
