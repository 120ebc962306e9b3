import { passesFocusOn } from '@/src/panel/kit/focus';
import { t } from '@/src/texts/i18n';

interface SendDuringRunProps {
  /** True if the message waits for the run's next step. */
  isQueued: boolean;
  /** The button's text if the message is sent at once. */
  text: string;
  isEnabled: boolean;
  onSend(): void;
}

/** The Send button beside Stop. It is removed when the run ends; the keyboard's focus then stays in the composer. */
export function SendDuringRun({ isQueued, text, isEnabled, onSend }: SendDuringRunProps) {
  return (
    <button
      ref={passesFocusOn}
      type="button"
      className={isQueued ? undefined : 'primary send-button'}
      title={isQueued ? t('composer.field.queueTooltip') : undefined}
      disabled={!isEnabled}
      onClick={onSend}
    >
      {isQueued ? t('composer.field.queue') : text}
    </button>
  );
}
