import { Component, type ReactNode } from 'react';
import { logPanelFailure, type PanelPlace } from './log-panel-failure';

interface EntryBoundaryProps {
  /** The part of the panel, for the log. */
  place: PanelPlace;
  /** Shown instead of the children once they failed to render. */
  fallback: ReactNode;
  /** The children are rendered again when this value changes. */
  subject?: unknown;
  children: ReactNode;
}

interface EntryBoundaryState {
  hasFailed: boolean;
  subject: unknown;
}

/** An error boundary: a part that fails to render doesn't affect the rest of the panel. The failure is logged. */
export class EntryBoundary extends Component<EntryBoundaryProps, EntryBoundaryState> {
  override state: EntryBoundaryState = { hasFailed: false, subject: this.props.subject };

  static getDerivedStateFromError(): Partial<EntryBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { subject }: EntryBoundaryProps,
    state: EntryBoundaryState,
  ): EntryBoundaryState | null {
    return Object.is(subject, state.subject) ? null : { hasFailed: false, subject };
  }

  override componentDidCatch(error: unknown): void {
    logPanelFailure(this.props.place, error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
