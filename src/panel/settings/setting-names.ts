import type { TRANSFERRED_SETTINGS } from '@/src/core/records/settings-file';
import { LIMIT_TEXTS } from '../chat-settings/limit-text';

/** The settings of a chat in the words of its sheet, for the list of what a file would change. */
export const SETTING_NAMES: Readonly<Record<(typeof TRANSFERRED_SETTINGS)[number], string>> = {
  parameters: 'Model settings',
  streaming: 'Stream the answer',
  prompt: 'System prompt',
  requireToolCall: 'Require a tool call in every answer',
  toolResultLimit: LIMIT_TEXTS.toolResultLimit.label,
  checkpointLimit: LIMIT_TEXTS.checkpointLimit.label,
  roundsPerRun: LIMIT_TEXTS.roundsPerRun.label,
  invalidAttemptLimit: LIMIT_TEXTS.invalidAttemptLimit.label,
  contextBudgetTokens: LIMIT_TEXTS.contextBudgetTokens.label,
  toolMemory: 'Forget old tool calls',
  cacheMode: 'Cache marks',
  toolResultAgeing: 'Shorten old tool results',
  trimOldest: 'Leave out the oldest messages',
  generatesTitle: 'Generate a title',
};
