import type { SettingRows } from './setting-row';

/** Parameters of a request. A null one is not sent, so that the endpoint's default applies. */
export const MODEL_PARAMETERS = {
  temperature: {
    kind: 'number',
    min: 0,
    max: 2,
    nullable: true,
    default: null,
    label: 'said.setting.temperature',
    hint: 'header.settings.temperatureHint',
    summary: 'header.parameters.temperature',
  },
  /** Share of the likeliest tokens that the model chooses from (nucleus sampling). */
  topP: {
    kind: 'number',
    min: 0,
    max: 1,
    nullable: true,
    default: null,
    label: 'said.setting.topP',
    hint: 'header.settings.topPHint',
    summary: 'header.parameters.topP',
  },
  /** Limit for the tokens of one response, reasoning included. */
  maxTokens: {
    kind: 'integer',
    min: 1,
    max: 1_000_000,
    nullable: true,
    default: null,
    label: 'said.setting.maxTokens',
    hint: 'header.settings.maxTokensHint',
    summary: 'header.parameters.maxTokens',
  },
  /** The values are those of the OpenAI API's `reasoning_effort`. */
  reasoningEffort: {
    kind: 'choice',
    choices: {
      minimal: 'header.effort.minimal',
      low: 'header.effort.low',
      medium: 'header.effort.medium',
      high: 'header.effort.high',
    },
    nullable: true,
    default: null,
    label: 'said.setting.effort',
    summary: 'header.parameters.effort',
  },
} as const satisfies SettingRows;
