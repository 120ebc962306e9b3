import { assertNever } from '@/src/core/assert-never';
import type { ChatSettingChange, OfferedSetting } from '@/src/core/records/settings-file';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { parametersText } from '@/src/panel/kit/text/parameters-text';
import type { PromptSettings } from '@/src/schema/chat-settings';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import { CACHE_MODE_LABELS } from './chat/cache-mode-labels';
import { toolMemoryText } from './chat/tool-memory-text';
import { isSamePrompt, NO_CHANGES } from './prompt/prompt-draft';

/** The settings of a chat in the words of its sheet, for the list of what a file would change. */
export const SETTING_NAMES: Readonly<Record<OfferedSetting, TextKey>> = {
  parameters: 'settings.name.parameters',
  streaming: 'settings.name.streaming',
  prompt: 'settings.name.prompt',
  requireToolCall: 'settings.name.requireToolCall',
  toolResultLimit: 'settings.name.toolResultLimit',
  checkpointLimit: 'settings.name.checkpointLimit',
  roundsPerRun: 'settings.name.roundsPerRun',
  invalidAttemptLimit: 'settings.name.invalidAttemptLimit',
  requestAttempts: 'settings.name.requestAttempts',
  retryDelaySeconds: 'settings.name.retryDelaySeconds',
  contextBudgetTokens: 'settings.name.contextBudgetTokens',
  toolMemory: 'settings.name.toolMemory',
  cacheMode: 'settings.name.cacheMode',
  toolResultAgeing: 'settings.name.toolResultAgeing',
  trimOldest: 'settings.name.trimOldest',
  generatesTitle: 'settings.name.generatesTitle',
  sendsMessages: 'chatSettings.messages.allow',
  keepsSessionLog: 'data.sessionLog.keep',
};

/** The value of a chat's setting before or after a change, in the words of its sheet. */
export function settingText(change: ChatSettingChange, side: 'from' | 'to'): string {
  switch (change.name) {
    case 'parameters':
      // The others of the model's settings are no part of this one.
      return parametersText({ parameters: change[side], streaming: true, takesImages: null });
    case 'prompt':
      return promptText(change[side]);
    case 'streaming':
    case 'requireToolCall':
    case 'generatesTitle':
    case 'sendsMessages':
    case 'keepsSessionLog':
      return i18n.t(
        change[side] ? 'chatSettings.defaultNote.turnedOn' : 'chatSettings.defaultNote.turnedOff',
      );
    case 'toolResultLimit':
    case 'checkpointLimit':
    case 'roundsPerRun':
    case 'invalidAttemptLimit':
    case 'requestAttempts':
    case 'retryDelaySeconds':
    case 'contextBudgetTokens':
      return formatNumber(change[side]);
    case 'toolMemory': {
      const { enabled } = change[side];
      return switchText(enabled, toolMemoryText({ ...change[side], enabled: true }));
    }
    case 'cacheMode':
      return i18n.t(CACHE_MODE_LABELS[change[side]]);
    case 'toolResultAgeing': {
      const { enabled, limitCharacters: limit } = change[side];
      return switchText(enabled, i18n.t('settings.value.ageing', limit, [formatNumber(limit)]));
    }
    case 'trimOldest': {
      const { enabled, budgetTokens: budget } = change[side];
      return switchText(enabled, i18n.t('settings.value.trimming', budget, [formatNumber(budget)]));
    }
    default:
      return assertNever(change);
  }
}

/** `effect` is part of the text also while it is off: a file can change it alone. */
function switchText(isOn: boolean, effect: string): string {
  return i18n.t(isOn ? 'settings.value.on' : 'settings.value.off', { effect });
}

/** The changes of the prompt with their whole texts: a file from elsewhere could hide an order in them. */
function promptText(prompt: PromptSettings): string {
  if (isSamePrompt(prompt, NO_CHANGES)) return i18n.t('settings.value.builtInPrompt');
  const { baseTemplate, overrides, exclusions } = prompt;
  return [
    ...(baseTemplate === null ? [] : [i18n.t('settings.value.layout', { template: baseTemplate })]),
    ...Object.entries(overrides).map(([key, text]) => i18n.t('settings.value.replacedPart', { key, text })),
    ...exclusions.map((key) => i18n.t('settings.value.leftOutPart', { key })),
  ].join('\n');
}
