import { Component, type ReactNode } from 'react';
import { ErrorFallback } from './broken-state.tsx';

type State = { readonly kind: 'whole' } | { readonly kind: 'broken'; readonly error: unknown };
type Props = {
  readonly children: ReactNode;
  readonly compact?: boolean;
  /** Renders nothing on an error; the caller reports it via `onBroken`. */
  readonly quiet?: boolean;
  readonly onBroken?: (error: unknown) => void;
};

/** Error boundary: a failing region does not break the page. */
export class RegionBoundary extends Component<Props, State> {
  override state: State = { kind: 'whole' };

  static getDerivedStateFromError(error: unknown): State {
    return { kind: 'broken', error };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onBroken?.(error);
  }

  override render(): ReactNode {
    if (this.state.kind === 'whole') return this.props.children;
    if (this.props.quiet === true) return null;
    return (
      <ErrorFallback
        error={this.state.error}
        compact={this.props.compact ?? false}
        onRetry={() => this.setState({ kind: 'whole' })}
      />
    );
  }
}
