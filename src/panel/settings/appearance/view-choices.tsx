import { useId } from 'react';
import { browser } from 'wxt/browser';
import { THEME_KEY } from '@/src/core/records/theme';
import { VOICE_KEY } from '@/src/messages/channels';
import { SEND_KEY_KEY, useSendKey } from '@/src/panel/data/use-send-key';
import { useVoiceSwitch } from '@/src/panel/data/use-voice-switch';
import type { Perform } from '@/src/panel/kit/errors/use-command-error';
import { DefaultNote } from '@/src/panel/kit/fields/default-note';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import { sendShortcut } from '@/src/panel/kit/is-mac';
import { speechRecognition } from '@/src/panel/kit/speech-recognition';
import { THEMES } from '@/src/schema/values/theme';
import { i18n } from '@/src/texts/i18n';
import { THEME_LABELS } from './theme-labels';
import { useTheme } from './use-theme';
import './view-choices.css';

interface ViewChoicesProps {
  perform: Perform;
  onError(error: unknown): void;
}

/**
 * The settings of all panels: the theme, the key that sends, and voice input, which says where the sound goes. Each panel
 * reads them from storage.local, and follows every change.
 */
export function ViewChoices({ perform, onError }: ViewChoicesProps) {
  const radios = useId();
  const theme = useTheme(onError);
  const sendKey = useSendKey(onError);
  const hasVoice = useVoiceSwitch(onError);
  const hasRecognition = speechRecognition() !== null;
  const store = (key: string, value: string | boolean) =>
    void perform(() => browser.storage.local.set({ [key]: value }));
  return (
    <>
      <fieldset className="view-choice theme-choice" disabled={theme === null}>
        <legend>{i18n.t('appearance.theme.legend')}</legend>
        {THEMES.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={radios}
              checked={theme === value}
              onChange={() => store(THEME_KEY, value)}
            />
            {i18n.t(THEME_LABELS[value])}
          </label>
        ))}
        <DefaultNote
          name={i18n.t('appearance.theme.legend')}
          text={i18n.t(THEME_LABELS.system)}
          isDefault={theme === null || theme === 'system'}
          onReset={() => store(THEME_KEY, 'system')}
        />
      </fieldset>
      <fieldset className="view-choice" disabled={sendKey === null}>
        <legend>{i18n.t('appearance.sendKey.legend')}</legend>
        <SwitchField
          label={i18n.t('appearance.sendKey.enterSends')}
          sentence={i18n.t('appearance.sendKey.explanation', { shortcut: sendShortcut() })}
          isOn={sendKey === 'enter'}
          defaultIsOn={false}
          onChange={(isOn) => store(SEND_KEY_KEY, isOn ? 'enter' : 'ctrl-enter')}
        />
      </fieldset>
      <fieldset className="view-choice" disabled={hasVoice === null || !hasRecognition}>
        <legend>{i18n.t('appearance.voice.legend')}</legend>
        <SwitchField
          label={i18n.t('appearance.voice.label')}
          sentence={
            hasRecognition ? i18n.t('appearance.voice.explanation') : i18n.t('appearance.voice.notSupported')
          }
          isOn={hasVoice === true && hasRecognition}
          onChange={(isOn) => store(VOICE_KEY, isOn)}
        />
      </fieldset>
    </>
  );
}
