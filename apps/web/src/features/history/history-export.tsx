import { localDate, ProblemError } from '@yamori/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readNames } from './history-references.ts';
import {
  getEntries,
  type HistoryCriteria,
  type HistoryApi,
  type HistoryRow,
  useHistoryApi,
} from './api.ts';
import { useClock } from '../../kit/clock/clock-context.tsx';
import { useOnline } from '../../shared/connection/use-online.ts';
import { Button } from '../../kit/form/button.tsx';
import { useToasts } from '../../kit/toast/toasts-view.tsx';
import { useProblemMessage } from '../../kit/pages/use-problem-message.ts';
import { saveFile } from '../../kit/save-file.ts';
import { useHistoryFile } from './use-history-file.ts';

const MAX_EXPORTED = 5_000;

/** Exports the filtered entries as a file; the export is logged before the file is made. */
export function HistoryExport({ criteria }: { readonly criteria: HistoryCriteria }) {
  const { t } = useTranslation('history');
  const client = useHistoryApi();
  const clock = useClock();
  const online = useOnline();
  const toasts = useToasts();
  const formatProblem = useProblemMessage();
  const getFile = useHistoryFile();
  const [count, setCount] = useState<number | null>(null);
  const save = async (): Promise<void> => {
    setCount(0);
    try {
      await client.noteExport(criteria);
      const { found, isTruncated, ...known } = await readAll(client, criteria, setCount);
      const { writeCsv } = await import('@yamori/formats');
      const rows = getFile(found, known);
      saveFile(
        new Blob([writeCsv(rows)], { type: 'text/csv;charset=utf-8' }),
        `yamori-history-${localDate(clock.now(), 'UTC')}.csv`,
      );
      toasts.show({
        type: 'positive',
        message: t(isTruncated ? 'exportedCut' : 'exported', { count: found.length }),
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      toasts.show({ type: 'negative', message: formatProblem(error.problem) });
    } finally {
      setCount(null);
    }
  };
  return (
    <Button busy={count !== null} disabled={!online} onClick={() => void save()}>
      {count === null ? t('exportCsv') : t('exporting', { count })}
    </Button>
  );
}

async function readAll(
  client: HistoryApi,
  criteria: HistoryCriteria,
  tell: (count: number) => void,
) {
  // New entries shift the pages of a running export: no entry is lost, and the map removes
  // duplicates.
  const rows = new Map<string, HistoryRow>();
  for (let offset = 0; ;) {
    const page = await client.page(criteria, offset);
    offset += page.rows.length;
    for (const row of page.rows) rows.set(row.documentPath, row);
    tell(rows.size);
    if (page.complete || page.rows.length === 0 || rows.size >= MAX_EXPORTED) {
      const found = [...rows.values()];
      const entries = getEntries(found);
      const [names, zones] = await Promise.all([
        readNames(client, entries),
        client.zones(entries.flatMap(({ domainId }) => domainId ?? [])),
      ]);
      return { found, names, zones, isTruncated: !page.complete };
    }
  }
}
