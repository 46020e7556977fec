import { useId, type ReactNode } from 'react';
import css from './page-section.module.css';
import { RegionBoundary } from './region-boundary.tsx';

type PageSectionProps = {
  readonly title: string;
  /** Anchor for links within the page. */
  readonly anchor?: string | undefined;
  readonly lead?: string | undefined;
  /** The section's own action, right of its title. */
  readonly tool?: ReactNode;
  readonly children: ReactNode;
};

/** A section of a settings page, with its own error boundary. */
export function PageSection({ title, anchor, lead, tool, children }: PageSectionProps) {
  const id = useId();
  return (
    <section id={anchor} className={css['section']} aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          {lead === undefined ? null : <p>{lead}</p>}
        </div>
        {tool}
      </header>
      <RegionBoundary compact>{children}</RegionBoundary>
    </section>
  );
}
