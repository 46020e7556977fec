import type { Problem } from '@yamori/domain';
import type { ToolIconName } from '../icons/tool-icon.tsx';
import { LoadingState, ErrorState } from '../pages/page-state.tsx';
import { ProblemState } from '../pages/problem-state.tsx';
import { DialogBody } from './dialog-parts.tsx';

type PanelStateProps = {
  readonly found:
    | { readonly kind: 'loading' }
    | { readonly kind: 'failed'; readonly problem: Problem }
    | { readonly kind: 'gone' };
  /** Shown when the document was deleted after the panel opened. */
  readonly gone: { readonly icon: ToolIconName; readonly title: string; readonly why: string };
};

/** A dialog about one document, while there is no document to show. */
export const PanelState = ({ found, gone }: PanelStateProps) => (
  <DialogBody>
    {found.kind === 'loading' ? <LoadingState /> : null}
    {found.kind === 'failed' ? <ProblemState compact problem={found.problem} /> : null}
    {found.kind === 'gone' ? <ErrorState compact {...gone} /> : null}
  </DialogBody>
);
