import type { ToolIconName } from '../../kit/icons/tool-icon.tsx';

/**
 * The views of the board by their route ids; `index-list-blank` is what all of them show without
 * rooms.
 */
export const VIEWS = [
  { id: 'index-list-smallcard', name: 'smallcard', icon: 'smallCards' },
  { id: 'index-list-card', name: 'card', icon: 'cards' },
  { id: 'index-list-table', name: 'table', icon: 'table' },
] as const satisfies readonly {
  readonly id: string;
  readonly name: string;
  readonly icon: ToolIconName;
}[];

export type BoardView = (typeof VIEWS)[number]['id'] | 'index-list-blank';

export const parseBoardView = (id: string): BoardView =>
  id === 'index-list-blank'
    ? id
    : (VIEWS.find((view) => view.id === id)?.id ?? 'index-list-smallcard');
