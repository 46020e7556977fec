import type { ReactNode } from 'react';
import type { ToolIconName } from '../icons/tool-icon.tsx';

export const LIST_VIEWS = ['card', 'table', 'smallcard'] as const;
export type ListViewName = (typeof LIST_VIEWS)[number];
export const VIEW_ICONS: Readonly<Record<ListViewName, ToolIconName>> = {
  card: 'cards',
  table: 'table',
  smallcard: 'smallCards',
};

/** A column of a list: its header, and how a row renders it. */
export type ListColumn<Row, Column extends string = string> = {
  readonly id: Column;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean;
  /** Pixels; without it the column takes the remaining width. */
  readonly width?: number;
  /** Whether the list can be sorted by this column. */
  readonly sorts?: boolean;
};

/** Contents of a card: a name, a text next to it, and lines below. */
export type CardContent = {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly lines: readonly ReactNode[];
  readonly tone?: 'technical' | 'warning' | 'danger' | undefined;
};
