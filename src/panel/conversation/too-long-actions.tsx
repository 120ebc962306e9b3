import { i18n } from '@/src/texts/i18n';

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
        {i18n.t('conversation.tooLong.summarize')}
      </button>
      {actions.canAgeOutputs && (
        <button
          type="button"
          title={i18n.t('conversation.tooLong.ageOutputsHint')}
          onClick={actions.onAgeOutputs}
        >
          {i18n.t('conversation.tooLong.ageOutputs')}
        </button>
      )}
      <button type="button" onClick={actions.onNewSession}>
        {i18n.t('menu.newSession')}
      </button>
    </>
  );
}
