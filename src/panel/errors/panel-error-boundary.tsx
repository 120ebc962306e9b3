import { Component, type ReactNode } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import { i18n } from '@/src/texts/i18n';
import { ErrorCard } from './error-card';
import { logPanelFailure } from './log-panel-failure';

/** The outermost error boundary: shows an error with a reload button instead of an empty panel. */
export class PanelErrorBoundary extends Component<{ children: ReactNode }, { error: ErrorInfo | null }> {
  override state: { error: ErrorInfo | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: ErrorInfo } {
    return { error: toErrorInfo(error) };
  }

  override componentDidCatch(error: unknown): void {
    logPanelFailure('panel', error);
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <div className="panel-broken">
        <ErrorCard error={this.state.error}>
          <button type="button" className="primary" onClick={() => window.location.reload()}>
            {i18n.t('errors.card.reloadPanel')}
          </button>
        </ErrorCard>
      </div>
    );
  }
}
