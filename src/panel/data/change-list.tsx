import { TriangleAlert } from 'lucide-react';
import { assertNever } from '@/src/core/assert-never';
import type {
  ChatSettingChange,
  OfferedSetting,
  SettingsChange,
  SettingsImport,
} from '@/src/core/records/settings-file';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';
import { type Said, type SaidText, say } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import { formatNumber } from '@/src/texts/intl';
import './change-list.css';
import { parametersOf } from '@/src/panel/kit/text/parameters-text';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { toolMemoryEffect } from '@/src/panel/kit/text/tool-memory-text';
import type { PromptSettings } from '@/src/schema/chat-settings';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';

/** UTF-16 units of a value before the rest is folded. */
const MAX_CHARS = 300;

interface ChangeListProps extends Pick<SettingsImport, 'changes' | 'declaresPageData'> {
  /** Called when the user selects or deselects a change; null if the user can't choose single changes. */
  onChoose: ((change: SettingsChange, isChosen: boolean) => void) | null;
}

/** The changes that a file would make, each with the values before and after. Names and values come from the file. */
export function ChangeList({ changes, declaresPageData, onChoose }: ChangeListProps) {
  return (
    <>
      {changes.length > 0 && (
        <ul className="settings-changes" aria-label={t('settings.change.label')}>
          {changes.map((change) => (
            <ChangeRow
              key={JSON.stringify(change)}
              {...changeWords(change)}
              onChoose={onChoose && ((isChosen) => onChoose(change, isChosen))}
            />
          ))}
        </ul>
      )}
      {!declaresPageData && (
        <p className="settings-warning" role="alert">
          <TriangleAlert className="icon" />
          <span>{t('settings.transfer.warning')}</span>
        </p>
      )}
    </>
  );
}

/** Texts of a change. `from` is null for a new entry. */
interface ChangeWords {
  title: Said;
  from: string | null;
  to: string;
}

interface ChangeRowProps extends ChangeWords {
  onChoose: ((isChosen: boolean) => void) | null;
}

function ChangeRow({ title, from, to, onChoose }: ChangeRowProps) {
  const name = <SaidWords said={title} />;
  return (
    <li>
      {onChoose === null ? (
        <p>{name}</p>
      ) : (
        <label className="site-switch">
          <input type="checkbox" onChange={({ target }) => onChoose(target.checked)} />
          <span>{name}</span>
        </label>
      )}
      {from !== null && (
        <div className="secondary">
          {t('settings.change.now')} <FoldedText text={from} maxChars={MAX_CHARS} isSpelledOut={false} />
        </div>
      )}
      <div className="secondary">
        {t(from === null ? 'settings.change.new' : 'settings.change.then')}{' '}
        <FoldedText text={to} maxChars={MAX_CHARS} isSpelledOut={false} />
      </div>
    </li>
  );
}

function changeWords(change: SettingsChange): ChangeWords {
  switch (change.what) {
    case 'connection':
    case 'alias':
    case 'saved-prompt': {
      const { what, name, from, to } = change;
      return {
        title: say(`settings.change.${what}`, { name }),
        from: from && wordsOf(from),
        to: wordsOf(to),
      };
    }
    case 'theme':
      return {
        title: say('settings.change.theme'),
        from: t(EXTENSION_SETTINGS.theme.choices[change.from]),
        to: t(EXTENSION_SETTINGS.theme.choices[change.to]),
      };
    case 'chat': {
      const setting = settingName(change.name);
      return {
        title: say('settings.change.thisChat', { setting }),
        from: settingText(change, 'from'),
        to: settingText(change, 'to'),
      };
    }
    default:
      return assertNever(change);
  }
}

/** The name of a chat's setting, as the sheet *This chat* names it. */
function settingName(name: OfferedSetting): SaidText {
  return say(name === 'prompt' ? 'chatSettings.sheet.systemPrompt' : CHAT_SETTINGS[name].label);
}

/** The value of a chat's setting before (`from`) or after (`to`) the change, in the words of the sheet *This chat*. */
export function settingText(change: ChatSettingChange, side: 'from' | 'to'): string {
  switch (change.name) {
    case 'parameters':
      // Only the parameters belong to this change: fixed values keep the other settings out of the text.
      return wordsOf(parametersOf({ parameters: change[side], streaming: true, takesImages: null }));
    case 'prompt':
      return promptText(change[side]);
    case 'toolMemory': {
      const { enabled } = change[side];
      return switchText(enabled, toolMemoryEffect({ ...change[side], enabled: true }));
    }
    case 'toolResultAgeing': {
      const { enabled, limitCharacters: limit } = change[side];
      return switchText(enabled, say('settings.value.ageing', { count: limit }));
    }
    case 'trimOldest': {
      const { enabled, budgetTokens: budget } = change[side];
      return switchText(enabled, say('settings.value.trimming', { count: budget }));
    }
    case 'cacheMode':
      return t(CHAT_SETTINGS.cacheMode.choices[change[side]]);
    default:
      return plainText(change[side]);
  }
}

function plainText(value: boolean | number): string {
  if (typeof value === 'number') return formatNumber(value);
  return t(value ? 'chatSettings.defaultNote.turnedOn' : 'chatSettings.defaultNote.turnedOff');
}

/** Text of a switch that has further values. Includes `effect` even if the switch is off, since a file can change those values alone. */
function switchText(isOn: boolean, effect: SaidText): string {
  return t(isOn ? 'settings.value.on' : 'settings.value.off', { effect });
}

/** The changes of the prompt with their whole texts: a file from elsewhere could otherwise hide an instruction in them. */
function promptText(prompt: PromptSettings): string {
  const { baseTemplate, overrides, exclusions } = prompt;
  const parts = [
    ...(baseTemplate === null ? [] : [say('settings.value.layout', { template: baseTemplate })]),
    ...Object.entries(overrides).map(([key, text]) => say('settings.value.replacedPart', { key, text })),
    ...exclusions.map((key) => say('settings.value.leftOutPart', { key })),
  ];
  return parts.length === 0 ? t('settings.value.builtInPrompt') : parts.map(wordsOf).join('\n');
}
