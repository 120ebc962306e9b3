import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { focusMessageField } from '@/src/panel/kit/focus';
import { sendShortcut } from '@/src/panel/kit/is-mac';
import { useDelayed } from '@/src/panel/kit/lazy/use-delayed';
import type { ExtensionValue } from '@/src/schema/values/extension-settings';
import { t } from '@/src/texts/i18n';
import { RunMenu, SendDuringRun } from './parts';
import { escapeStops, isActiveRun, type RunActivity } from './run-activity';
import type { RunControl } from './use-run-control';

interface ComposerRowProps {
  run: RunControl;
  menuButton: RefObject<HTMLButtonElement | null>;
  /** Null until it is loaded. */
  sendKey: ExtensionValue<'sendKey'> | null;
  maySend: boolean;
  isSending: boolean;
  onSend(): void;
  /** Further buttons of the row. */
  tools: ReactNode;
}

/** The buttons below the message field. Stop is shown until the run is over. */
export function ComposerRow({
  run,
  menuButton,
  sendKey,
  maySend,
  isSending,
  onSend,
  tools,
}: ComposerRowProps) {
  const { activity, actions } = run;
  const row = useRef<HTMLDivElement>(null);
  const isDuringRun = activity !== 'idle' || actions.length > 1;
  const isSlow = useDelayed(isSending ? 'sending' : null) !== null;
  const sendText = t(isSlow ? 'composer.field.sending' : 'composer.field.send');
  useLayoutEffect(() => {
    const focused = document.activeElement;
    // The focused button of this row was disabled, for example because the run ended.
    if (focused?.matches(':disabled') === true && row.current?.contains(focused) === true)
      focusMessageField();
  });
  return (
    <div ref={row} className={isDuringRun ? 'composer-row during-run' : 'composer-row'}>
      {tools}
      <span className="meta">{hint(activity, sendKey)}</span>
      {/* With one way to stop, the button is enough. */}
      {actions.length > 1 && <RunMenu actions={actions} button={menuButton} onChoose={run.act} />}
      {activity !== 'idle' && (
        <SendDuringRun isQueued={isActiveRun(activity)} text={sendText} isEnabled={maySend} onSend={onSend} />
      )}
      {/* At one position in the tree, so that the focus stays when one button replaces the other. */}
      {activity === 'idle' ? (
        <button type="button" className="primary send-button" disabled={!maySend} onClick={onSend}>
          {sendText}
        </button>
      ) : (
        <button type="button" className="send-button" disabled={run.isStopping} onClick={run.stop}>
          {t('composer.field.stop')}
        </button>
      )}
    </div>
  );
}

function hint(activity: RunActivity, sendKey: ExtensionValue<'sendKey'> | null): string {
  if (!isActiveRun(activity)) {
    const key = sendKey === 'enter' ? t('composer.keys.enter') : sendShortcut();
    return t('composer.field.sendHint', { key });
  }
  return t(escapeStops(activity) ? 'composer.field.escapeStops' : 'composer.field.escapeClears');
}
