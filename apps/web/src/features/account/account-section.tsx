import { useId, type ReactNode } from 'react';
import { RegionBoundary } from '../../ui/pages/region-boundary.tsx';
import css from './account.module.css';

type AccountSectionProps = {
  readonly title: string;
  readonly lead?: string | undefined;
  /** The section's own action, right of its title. */
  readonly tool?: ReactNode;
  readonly children: ReactNode;
};

/** One subject of the account page. What breaks in it leaves the others alone. */
export function AccountSection({ title, lead, tool, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className={css['section']} aria-labelledby={id}>
      <header>
        <div><h2 id={id}>{title}</h2>{lead === undefined ? null : <p>{lead}</p>}</div>
        {tool}
      </header>
      <RegionBoundary compact>{children}</RegionBoundary>
    </section>
  );
}
