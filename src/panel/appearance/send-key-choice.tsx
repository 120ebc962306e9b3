import type { SendKey } from '@/src/core/records/send-key';
import { i18n } from '@/src/texts/i18n';
import { SwitchField } from '../chat-settings/switch-field';
import { sendShortcut } from '../composer/is-mac';

interface SendKeyChoiceProps {
  /** Null while it is loaded. */
  sendKey: SendKey | null;
  onChoose(sendKey: SendKey): void;
}

/** The switch by which Enter alone sends a message, in all panels. */
export function SendKeyChoice({ sendKey, onChoose }: SendKeyChoiceProps) {
  return (
    <fieldset className="send-key-choice" disabled={sendKey === null}>
      <legend>{i18n.t('appearance.sendKey.legend')}</legend>
      <SwitchField
        label={i18n.t('appearance.sendKey.enterSends')}
        sentence={i18n.t('appearance.sendKey.explanation', { shortcut: sendShortcut() })}
        isOn={sendKey === 'enter'}
        defaultIsOn={false}
        onChange={(isOn) => onChoose(isOn ? 'enter' : 'ctrl-enter')}
      />
    </fieldset>
  );
}
