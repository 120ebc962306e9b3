import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import { EXTENSION_SETTINGS, readSetting } from '@/src/schema/values/extension-settings';
import { t } from '@/src/texts/i18n';
import { keepChosen } from './follow-language';
import { systemLanguage } from './painted-language';

const { language: LANGUAGE } = EXTENSION_SETTINGS;

/** Choice of the language of Steward's texts. A panel applies it when it starts, so a button restarts the panel. */
export function LanguageChoice() {
  const { perform } = useCommands();
  const { value, choose } = useExtensionSetting('language');
  if (value === null) return null;
  const language = value === 'system' ? systemLanguage() : value;
  const restart = () =>
    perform(async () => {
      await keepChosen(value);
      location.reload();
    });
  return (
    <fieldset className="view-choice">
      <legend>{t(LANGUAGE.label)}</legend>
      <select
        aria-label={t(LANGUAGE.label)}
        value={value}
        onChange={({ target }) => choose(readSetting(LANGUAGE, target.value))}
      >
        {Object.entries(LANGUAGE.choices).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag === 'system' ? undefined : tag}>
            {t(name)}
          </option>
        ))}
      </select>
      {language !== document.documentElement.lang && (
        <button type="button" onClick={restart}>
          {t('appearance.language.restart', { language: t(LANGUAGE.choices[language]) })}
        </button>
      )}
    </fieldset>
  );
}
