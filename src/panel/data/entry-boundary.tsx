import { Component, type ReactNode, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import { errorFacts } from '@/src/core/logging/error-log-level';
import { fileStamp } from '@/src/core/logging/file-names';
import type { CommandOf } from '@/src/messages/commands';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { isDocumentLeft } from '@/src/panel/kit/lazy/left-document';
import { saveFile } from '@/src/panel/kit/progress/save-file';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { TextButton } from '@/src/panel/kit/text-button';
import type { ErrorInfo } from '@/src/schema/error-info';
import { type Said, say, type TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { sendCommand } from './send-command';
import { rescue } from './stored-data';

interface EntryBoundaryProps {
  /** Name of the part, for the log. */
  place: PanelPlace;
  /** Shown instead of children that failed to render. `retry` renders the children again. */
  fallback: ReactNode | ((error: ErrorInfo, retry: () => void) => ReactNode);
  /** Failed children are rendered again when this value changes. */
  subject?: unknown;
  children: ReactNode;
}

interface EntryBoundaryState {
  error: ErrorInfo | null;
  subject: unknown;
}

/** An error boundary: if its children fail to render, the rest of the panel is unaffected. The failure is logged. */
export class EntryBoundary extends Component<EntryBoundaryProps, EntryBoundaryState> {
  override state: EntryBoundaryState = { error: null, subject: this.props.subject };

  static getDerivedStateFromError(error: unknown): Partial<EntryBoundaryState> {
    return { error: toErrorInfo(error) };
  }

  static getDerivedStateFromProps(
    { subject }: EntryBoundaryProps,
    state: EntryBoundaryState,
  ): EntryBoundaryState | null {
    return Object.is(subject, state.subject) ? null : { error: null, subject };
  }

  override componentDidCatch(error: unknown): void {
    if (!isDocumentLeft()) logPanelFailure(this.props.place, error);
  }

  override render(): ReactNode {
    const { fallback, children } = this.props;
    const { error } = this.state;
    if (error === null) return children;
    return typeof fallback === 'function' ? fallback(error, () => this.setState({ error: null })) : fallback;
  }
}

/** The outermost error boundary: shows an error with a reload button instead of an empty panel. */
export function PanelErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <EntryBoundary
      place="panel"
      fallback={(error) => (
        <div className="panel-broken">
          <ErrorCard error={error}>
            <ReloadButton />
            {error.code === 'storage' && <RescueButton />}
          </ErrorCard>
        </div>
      )}
    >
      {children}
    </EntryBoundary>
  );
}

const BROKEN = {
  conversation: ['conversation.broken.message', 'conversation.broken.remedy'],
  approval: ['approval.broken.message', 'approval.broken.remedy'],
} as const satisfies Partial<Record<PanelPlace, readonly [TextKey, TextKey]>>;

/** Error card in place of a part that failed to render. */
export function BrokenPart({ part }: { part: keyof typeof BROKEN }) {
  const [message, remedy] = BROKEN[part];
  return (
    <ErrorCard error={{ code: 'internal', message: t(message), remedy: t(remedy), details: null }}>
      {part === 'conversation' && <ReloadButton />}
    </ErrorCard>
  );
}

function ReloadButton() {
  return (
    <TextButton text="errors.card.reloadPanel" className="primary" onClick={() => window.location.reload()} />
  );
}

/** Saves the readable part of data that the panel can't open, and says what is missing. */
function RescueButton() {
  const [outcome, setOutcome] = useState<Said | null>(null);
  const save = async () => {
    const nowMs = Date.now();
    const { text, unread } = await rescue(nowMs);
    saveFile(`steward-backup_${fileStamp(nowMs)}.jsonl`, 'application/jsonl', text);
    return unread.length === 0
      ? say('errors.rescue.saved')
      : say('errors.rescue.incomplete', { tables: unread });
  };
  return (
    <>
      <TextButton
        text="errors.rescue.save"
        onClick={() => save().then(setOutcome, (error: unknown) => setOutcome(toErrorInfo(error).message))}
      />
      <p className="secondary" role="status">
        {outcome !== null && <SaidWords said={outcome} />}
      </p>
    </>
  );
}

/** A part of the panel that has an error boundary of its own. */
type PanelPlace = CommandOf<'log-panel-failure'>['place'];

/**
 * Logs that a part of the panel failed to render. Logs only the name of the defect, or else the error's code: the error's text may quote a
 * page or a model.
 */
function logPanelFailure(place: PanelPlace, error: unknown): void {
  const { code, defect = code } = errorFacts(toErrorInfo(error));
  sendCommand({ type: 'log-panel-failure', place, defect: String(defect) }).catch((cause: unknown) =>
    console.error('Steward could not log that a part of its panel failed.', cause),
  );
}
