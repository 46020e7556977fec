import { useState, type ReactNode } from 'react';
import { ToolIcon } from '../../kit/icons/tool-icon.tsx';
import { RegionBoundary } from '../../kit/pages/region-boundary.tsx';
import css from './accidents.module.css';

type AccidentPartProps = {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
};

/** A section below the list that loads when it is opened; its errors do not affect the list. */
export function AlarmSection({ title, lead, children }: AccidentPartProps) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      className={css['part']}
      onToggle={(event) => {
        if (event.currentTarget.open) setWasOpened(true);
      }}
    >
      <summary>
        <span>
          <span>{title}</span>
          <small>{lead}</small>
        </span>
        <ToolIcon name="down" size={16} />
      </summary>
      {wasOpened ? (
        <div className={css['partBody']}>
          <RegionBoundary compact>{children}</RegionBoundary>
        </div>
      ) : null}
    </details>
  );
}
