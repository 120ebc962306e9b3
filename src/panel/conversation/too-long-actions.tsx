/** Remedies for a conversation that is longer than the model can read. */
export interface TooLongActions {
  /** False if long outputs are already shortened in this chat. */
  canAgeOutputs: boolean;
  isSummarizing: boolean;
  onSummarize(): void;
  onAgeOutputs(): void;
  onNewSession(): void;
}

export function TooLongButtons({ actions }: { actions: TooLongActions }) {
  return (
    <>
      <button
        type="button"
        className="primary"
        disabled={actions.isSummarizing}
        onClick={actions.onSummarize}
      >
        Summarize
      </button>
      {actions.canAgeOutputs && (
        <button
          type="button"
          title="Shortens long results of earlier messages in what is sent, then tries again"
          onClick={actions.onAgeOutputs}
        >
          Age outputs
        </button>
      )}
      <button type="button" onClick={actions.onNewSession}>
        New session
      </button>
    </>
  );
}
