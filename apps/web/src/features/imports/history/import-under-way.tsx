import { isWhole } from '../../../live/documents/document-reader.ts';
import { Skeleton } from '../../../kit/pages/page-state.tsx';
import { ProblemState } from '../../../kit/pages/problem-state.tsx';
import { useUpload } from '../api.ts';
import css from '../imports.module.css';
import { ImportActions } from './import-actions.tsx';
import { ImportFacts } from './import-facts.tsx';
import { ImportStateChip, shownState, type ShownState } from './import-state.tsx';

type At = { readonly roomId: string; readonly sha256: string };

/** The live import of a file that the server has. */
export function ImportUnderWay({ roomId, sha256 }: At) {
  const found = useUpload(roomId, sha256);
  if (found.kind === 'failed' || found.kind === 'refused')
    return <ProblemState compact problem={found.problem} />;
  if (found.kind === 'loading' || found.value === null) return <Skeleton height={36} />;
  if (!isWhole(found.value)) return null;
  return (
    <div className={css['underWay']}>
      <ImportFacts upload={found.value} />
      <ImportActions upload={found.value} isSparse />
    </div>
  );
}

/** The import's state; until it is known, that the file has arrived. */
export function StateUnderWay({ roomId, sha256 }: At) {
  const found = useUpload(roomId, sha256);
  const known: ShownState =
    'value' in found && found.value !== null && isWhole(found.value)
      ? shownState(found.value)
      : 'waiting';
  return <ImportStateChip state={known} />;
}
