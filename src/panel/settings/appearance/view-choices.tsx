import { useId } from 'react';
import { browser } from 'wxt/browser';
import { THEME_KEY } from '@/src/core/records/theme';
import { VOICE_KEY } from '@/src/messages/channels';
import { SEND_KEY_KEY, type SendKey, useSendKey } from '@/src/panel/data/use-send-key';
import { useVoiceSwitch } from '@/src/panel/data/use-voice-switch';
import type { Perform } from '@/src/panel/kit/errors/use-command-error';
import { DefaultNote } from '@/src/panel/kit/fields/default-note';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import { sendShortcut } from '@/src/panel/kit/is-mac';
import { speechRecognition } from '@/src/panel/kit/speech-recognition';
import { THEMES, type Theme } from '@/src/schema/values/theme';
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
  const voice = useVoiceSwitch(onError);
  const hasRecognition = speechRecognition() !== null;
  const store = (key: string, value: string | boolean) =>
    perform(() => browser.storage.local.set({ [key]: value }));
  const chooseSendKey = (value: SendKey) => sendKey.choose(value, store(SEND_KEY_KEY, value));
  const chooseTheme = (value: Theme) => theme.choose(value, store(THEME_KEY, value));
  return (
    <>
      <fieldset className="view-choice theme-choice" disabled={theme.value === null}>
        <legend>{i18n.t('appearance.theme.legend')}</legend>
        {THEMES.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={radios}
              checked={theme.value === value}
              onChange={() => chooseTheme(value)}
            />
            {i18n.t(THEME_LABELS[value])}
          </label>
        ))}
        <DefaultNote
          name={i18n.t('appearance.theme.legend')}
          text={i18n.t(THEME_LABELS.system)}
          isDefault={theme.value === null || theme.value === 'system'}
          onReset={() => chooseTheme('system')}
        />
      </fieldset>
      <fieldset className="view-choice" disabled={sendKey.value === null}>
        <legend>{i18n.t('appearance.sendKey.legend')}</legend>
        <SwitchField
          label={i18n.t('appearance.sendKey.enterSends')}
          sentence={i18n.t('appearance.sendKey.explanation', { shortcut: sendShortcut() })}
          isOn={sendKey.value === 'enter'}
          defaultIsOn={false}
          onChange={(isOn) => chooseSendKey(isOn ? 'enter' : 'ctrl-enter')}
        />
      </fieldset>
      <fieldset className="view-choice" disabled={voice.value === null || !hasRecognition}>
        <legend>{i18n.t('appearance.voice.legend')}</legend>
        <SwitchField
          label={i18n.t('appearance.voice.label')}
          sentence={
            hasRecognition ? i18n.t('appearance.voice.explanation') : i18n.t('appearance.voice.notSupported')
          }
          isOn={voice.value === true && hasRecognition}
          onChange={(isOn) => voice.choose(isOn, store(VOICE_KEY, isOn))}
        />
      </fieldset>
    </>
  );
}
