import { waitsForTurn, type UploadState } from '@yamori/domain';
import { useTranslation } from 'react-i18next';
import { ToolIcon, type ToolIconName } from '../../../kit/icons/tool-icon.tsx';
import css from '../imports.module.css';

/** `waiting`: the server has the file but has not started. */
export type ShownState = UploadState | 'waiting';
export const shownState = (upload: {
  readonly state: UploadState;
  readonly progress: number;
}): ShownState => (waitsForTurn(upload) ? 'waiting' : upload.state);

const LOOKS: Readonly<
  Record<
    ShownState,
    {
      readonly icon: ToolIconName;
      readonly tone: 'good' | 'warning' | 'danger' | 'information' | 'none';
    }
  >
> = {
  waiting: { icon: 'more', tone: 'none' },
  uploading: { icon: 'upload', tone: 'information' },
  checking: { icon: 'search', tone: 'information' },
  ready: { icon: 'help', tone: 'warning' },
  storing: { icon: 'pulse', tone: 'information' },
  analysing: { icon: 'statistics', tone: 'information' },
  done: { icon: 'check', tone: 'good' },
  failed: { icon: 'alert', tone: 'danger' },
  undoing: { icon: 'history', tone: 'information' },
  undone: { icon: 'history', tone: 'none' },
};

/** The state of an import as colour, shape and text. */
export function ImportStateChip({ state }: { state: ShownState }) {
  const { t } = useTranslation('imports');
  return (
    <span className={css['chip']} data-tone={LOOKS[state].tone} data-state={state}>
      <ToolIcon name={LOOKS[state].icon} size={16} />
      {t(`state.${state}`)}
    </span>
  );
}

/** States that progress without the user. */
export const isUnderWay = (state: UploadState): boolean =>
  ['uploading', 'checking', 'storing', 'analysing', 'undoing'].includes(state);
