import type { Standing } from '../../ui/room-state/room-standing.ts';
import css from './cards.module.css';

/** Whether it is told who goes; outside the team it is not. */
export const isGoing = ({ who }: Standing): boolean => who !== undefined && who !== '';

/** Who goes, on a line of its own: beside the state their name would be cut. Last night can wait meanwhile. */
export const GoingLine = ({ standing }: { standing: Standing }) => (
  <span className={css['going']} data-tone={standing.tone} title={standing.who}>
    {standing.who}
  </span>
);
