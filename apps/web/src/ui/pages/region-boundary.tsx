import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../form/button.tsx';
import { TroubleState } from './page-state.tsx';

type State = { readonly kind: 'whole' } | { readonly kind: 'broken' };
type Props = { readonly children: ReactNode; readonly compact?: boolean; readonly onBroken?: (error: unknown) => void };

/** A region that breaks takes only itself down: the rest of the page goes on. */
export class RegionBoundary extends Component<Props, State> {
  override state: State = { kind: 'whole' };

  static getDerivedStateFromError(): State {
    return { kind: 'broken' };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onBroken?.(error);
  }

  override render(): ReactNode {
    if (this.state.kind === 'whole') return this.props.children;
    return <Broken compact={this.props.compact ?? false} onRetry={() => this.setState({ kind: 'whole' })} />;
  }
}

function Broken({ compact, onRetry }: { compact: boolean; onRetry: () => void }) {
  const { t } = useTranslation('pages');
  const next = <Button onClick={onRetry}>{t('retry')}</Button>;
  return <TroubleState title={t('broken')} why={t('brokenWhy')} icon="alert" tone="danger" compact={compact} next={next} />;
}
