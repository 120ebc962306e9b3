import type { SendKey } from '@/src/core/records/send-key';
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
      <legend>Message field</legend>
      <SwitchField
        label="Enter sends the message"
        sentence={`${sendShortcut()} always sends, and Shift+Enter always starts a new line.`}
        isOn={sendKey === 'enter'}
        defaultIsOn={false}
        onChange={(isOn) => onChoose(isOn ? 'enter' : 'ctrl-enter')}
      />
    </fieldset>
  );
}
