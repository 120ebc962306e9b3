import type { ChatSettingChange, OfferedSetting } from '@/src/core/records/settings-file';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { parametersText } from '@/src/panel/kit/text/parameters-text';
import type { PromptSettings } from '@/src/schema/chat-settings';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { i18n } from '@/src/texts/i18n';
import { toolMemoryText } from './chat/tool-memory-text';
import { isBuiltIn } from './prompt/prompt-changes';

/** The name of a chat's setting in the words of its sheet. */
export function settingName(name: OfferedSetting): string {
  return i18n.t(name === 'prompt' ? 'chatSettings.sheet.systemPrompt' : CHAT_SETTINGS[name].label);
}

/** The value of a chat's setting before or after a change, in the words of its sheet. */
export function settingText(change: ChatSettingChange, side: 'from' | 'to'): string {
  switch (change.name) {
    case 'parameters':
      // The model's other settings are no part of this change.
      return parametersText({ parameters: change[side], streaming: true, takesImages: null });
    case 'prompt':
      return promptText(change[side]);
    case 'toolMemory': {
      const { enabled } = change[side];
      return switchText(enabled, toolMemoryText({ ...change[side], enabled: true }));
    }
    case 'toolResultAgeing': {
      const { enabled, limitCharacters: limit } = change[side];
      return switchText(enabled, i18n.t('settings.value.ageing', limit, [formatNumber(limit)]));
    }
    case 'trimOldest': {
      const { enabled, budgetTokens: budget } = change[side];
      return switchText(enabled, i18n.t('settings.value.trimming', budget, [formatNumber(budget)]));
    }
    case 'cacheMode':
      return i18n.t(CHAT_SETTINGS.cacheMode.choices[change[side]]);
    default:
      return plainText(change[side]);
  }
}

function plainText(value: boolean | number): string {
  if (typeof value === 'number') return formatNumber(value);
  return i18n.t(value ? 'chatSettings.defaultNote.turnedOn' : 'chatSettings.defaultNote.turnedOff');
}

/**
 * Text of a switch with further values. `effect` is included also while the switch is off: a file can change it alone.
 */
function switchText(isOn: boolean, effect: string): string {
  return i18n.t(isOn ? 'settings.value.on' : 'settings.value.off', { effect });
}

/** The changes of the prompt with their whole texts: a file from elsewhere could hide an instruction in them. */
function promptText(prompt: PromptSettings): string {
  if (isBuiltIn(prompt)) return i18n.t('settings.value.builtInPrompt');
  const { baseTemplate, overrides, exclusions } = prompt;
  return [
    ...(baseTemplate === null ? [] : [i18n.t('settings.value.layout', { template: baseTemplate })]),
    ...Object.entries(overrides).map(([key, text]) => i18n.t('settings.value.replacedPart', { key, text })),
    ...exclusions.map((key) => i18n.t('settings.value.leftOutPart', { key })),
  ].join('\n');
}
