import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import { ToolIcon } from '../icons/tool-icon.tsx';
import { PageHeader } from '../pages/page-state.tsx';
import { ListToolbar, type ListToolbarProps } from './list-toolbar.tsx';
import css from './list.module.css';

type ListScreenHeadProps<Sort extends string, Column extends string> = ListToolbarProps<
  Sort,
  Column
> &
  Pick<ComponentProps<typeof PageHeader>, 'title' | 'aside' | 'tools'> & {
    /** Notes between the title and the toolbar. */
    readonly children?: ReactNode;
  };

/** Title and toolbar of a list screen; sticky while the list scrolls. */
export const ListScreenHead = <Sort extends string, Column extends string>({
  title,
  aside,
  tools,
  children,
  ...toolbar
}: ListScreenHeadProps<Sort, Column>) => (
  <div className={css['head']}>
    <PageHeader title={title} aside={aside} tools={tools} />
    {children}
    <ListToolbar {...toolbar} />
  </div>
);

type AddButtonProps = { readonly label: string; readonly onClick: () => void };

/** Opens the form for a new row. */
export const AddButton = ({ label, onClick }: AddButtonProps) => (
  <Button kind="primary" onClick={onClick}>
    <ToolIcon name="plus" size={18} />
    {label}
  </Button>
);
