import { type ReactNode, useId } from 'react';
import { DefaultNote } from '@/src/panel/kit/fields/default-note';
import { ManagedSetting } from '@/src/panel/kit/fields/managed-fields';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import { sendShortcut } from '@/src/panel/kit/is-mac';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import { EXTENSION_SETTINGS, type Theme } from '@/src/schema/values/extension-settings';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { LanguageChoice } from './language-choice';
import './view-choices.css';

const { theme: THEME, sendKey: SEND_KEY, technicalRows: ROWS } = EXTENSION_SETTINGS;
const THEMES = Object.keys(THEME.choices) as Theme[];

/** Settings that hold for all panels: theme, language, technical rows, and the key that sends. */
export function ViewChoices() {
  const sendKey = useExtensionSetting('sendKey');
  const rows = useExtensionSetting('technicalRows');
  return (
    <>
      <ManagedSetting name="theme">
        <ThemeChoice />
      </ManagedSetting>
      <ManagedSetting name="language">
        <LanguageChoice />
      </ManagedSetting>
      <ViewChoice legend="appearance.technicalRows.legend" isDisabled={rows.value === null}>
        <ManagedSetting name="technicalRows">
          <SwitchField
            label={ROWS.label}
            sentence={t(ROWS.effect)}
            isOn={rows.value === true}
            onChange={(isOn) => rows.choose(isOn)}
          />
        </ManagedSetting>
      </ViewChoice>
      <ViewChoice legend="appearance.sendKey.legend" isDisabled={sendKey.value === null}>
        <ManagedSetting name="sendKey">
          <SwitchField
            label={SEND_KEY.label}
            sentence={t(SEND_KEY.effect, { shortcut: sendShortcut() })}
            isOn={sendKey.value === 'enter'}
            defaultIsOn={SEND_KEY.default === 'enter'}
            onChange={(isOn) => sendKey.choose(isOn ? 'enter' : 'ctrl-enter')}
          />
        </ManagedSetting>
      </ViewChoice>
    </>
  );
}

function ThemeChoice() {
  const { value: theme, choose } = useExtensionSetting('theme');
  const name = useId();
  return (
    <ViewChoice legend={THEME.label} isDisabled={theme === null}>
      <div className="theme-choice">
        {THEMES.map((value) => (
          <label key={value}>
            <input type="radio" name={name} checked={theme === value} onChange={() => choose(value)} />
            {t(THEME.choices[value])}
          </label>
        ))}
      </div>
      <DefaultNote
        name={t(THEME.label)}
        text={t(THEME.choices[THEME.default])}
        isDefault={theme === null || theme === THEME.default}
        onReset={() => choose(THEME.default)}
      />
    </ViewChoice>
  );
}

function ViewChoice(props: { legend: TextKey; isDisabled: boolean; children: ReactNode }) {
  return (
    <fieldset className="view-choice" disabled={props.isDisabled}>
      <legend>{t(props.legend)}</legend>
      {props.children}
    </fieldset>
  );
}
