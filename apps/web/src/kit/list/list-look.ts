import type { ReactNode } from 'react';
import type { ToolIconName } from '../icons/tool-icon.tsx';

export const LIST_VIEWS = ['card', 'table', 'smallcard'] as const;
export type ListViewName = (typeof LIST_VIEWS)[number];
export const VIEW_ICONS: Readonly<Record<ListViewName, ToolIconName>> = {
  card: 'cards',
  table: 'table',
  smallcard: 'smallCards',
};

/** One column of a list: its head in words, and how it is drawn in a row. */
export type ListColumn<Row, Column extends string = string> = {
  readonly id: Column;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand right. */
  readonly isNumber?: boolean;
  /** Pixels; left out: takes what is left. */
  readonly width?: number;
  /** Whether the list can be in this order. */
  readonly sorts?: boolean;
};

/** What stands on a card: a name, what is said beside it, and lines below. */
export type CardParts = {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly lines: readonly ReactNode[];
  readonly tone?: 'technical' | 'warning' | 'danger' | undefined;
};
