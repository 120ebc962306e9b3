import type { OfferedSetting } from '@/src/core/records/settings-file';
import type { TextKey } from '@/src/texts/text-key';

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
