import type { EvalTask } from './eval-task';
import { openCliProxy, openLlmProxy, openNewApi, openOpenWebui } from './server-sites';

/** Without these names. */
const losing =
  (...names: string[]) =>
  (start: readonly string[]) =>
    start.filter((name) => !names.includes(name));

/** With these names as well. */
const gaining =
  (...names: string[]) =>
  (start: readonly string[]) => [...start, ...names];

/** Tasks at LLM-API-Key-Proxy, whose rules take effect after a restart. */
const LLM_PROXY: readonly EvalTask[] = [
  {
    id: 'llm-proxy-hide-previews',
    request: 'Hide the preview models of openai.',
    open: openLlmProxy,
    traits: ['changes', 'clear'],
    ends: { openai: losing('openai/o1-preview') },
    says: [/restart/i],
    maxResponses: 4,
    solution: [
      [['add_rules', { provider: 'openai', list: 'ignore', patterns: ['*-preview'] }]],
      'Saved. Clients lose o1-preview after a restart.',
    ],
  },
  {
    id: 'llm-proxy-audio-back',
    request: 'Clients of openai need the audio models again.',
    open: openLlmProxy,
    traits: ['changes', 'clear'],
    ends: { openai: gaining('openai/gpt-4o-audio-preview') },
    maxResponses: 4,
    solution: [
      [['remove_rules', { provider: 'openai', list: 'ignore', patterns: ['*-audio-*'] }]],
      'Saved. They come back after a restart.',
    ],
  },
  {
    id: 'llm-proxy-whitelist-alone',
    request: 'gemini should offer gemini-2.5-pro only, and nothing else.',
    open: openLlmProxy,
    traits: ['changes', 'clear'],
    ends: { gemini: () => ['gemini/gemini-2.5-pro'] },
    maxResponses: 4,
    solution: [
      [['add_rules', { provider: 'gemini', list: 'ignore', patterns: ['*'] }]],
      'Saved. The whitelist kept gemini-2.5-pro; a restart makes it effective.',
    ],
  },
  {
    id: 'llm-proxy-free-only',
    request: 'Of openrouter, offer only the free models, whose names end with :free.',
    open: openLlmProxy,
    traits: ['changes', 'clear'],
    ends: { openrouter: () => ['openrouter/meta/llama-4:free'] },
    maxResponses: 5,
    solution: [
      [
        ['add_rules', { provider: 'openrouter', list: 'whitelist', patterns: ['*:free'] }],
        ['add_rules', { provider: 'openrouter', list: 'ignore', patterns: ['*'] }],
      ],
      'Saved, effective after a restart.',
    ],
  },
  {
    id: 'llm-proxy-replace',
    request: 'Make *mini* the only ignore rule of openai.',
    open: openLlmProxy,
    traits: ['changes', 'clear'],
    ends: { openai: () => ['openai/gpt-4o', 'openai/o1-preview', 'openai/gpt-4o-audio-preview'] },
    maxResponses: 4,
    solution: [
      [['replace_rules', { provider: 'openai', list: 'ignore', patterns: ['*mini*'] }]],
      'Saved, effective after a restart.',
    ],
  },
  {
    id: 'llm-proxy-which-provider',
    request: 'Block the preview models.',
    open: openLlmProxy,
    traits: ['changes', 'ambiguous'],
    replies: ['gemini only.'],
    ends: { gemini: losing('gemini/gemini-3-pro-preview') },
    maxResponses: 5,
    solution: [
      [['ask_user', { question: 'Of which provider?', choices: ['openai', 'gemini', 'all'] }]],
      [['add_rules', { provider: 'gemini', list: 'ignore', patterns: ['*preview*'] }]],
      'Saved, effective after a restart.',
    ],
  },
  {
    id: 'llm-proxy-count',
    request: 'How many models of openai do clients get now?',
    open: openLlmProxy,
    traits: ['clear', 'counts'],
    ends: {},
    says: [/\b(?:3|three)\b/i],
    maxResponses: 3,
    solution: [[['list_models', { provider: 'openai' }]], 'Clients get 3 models of openai.'],
  },
];

/** Tasks at CLIProxyAPI, where a change takes effect at once. */
const CLI_PROXY: readonly EvalTask[] = [
  {
    id: 'cli-proxy-exclude',
    request: 'Take gpt-5.4-mini away from all codex accounts.',
    open: openCliProxy,
    traits: ['changes', 'clear'],
    ends: { clients: losing('gpt-5.4-mini') },
    maxResponses: 4,
    solution: [
      [['exclude_models', { provider: 'codex', patterns: ['gpt-5.4-mini'] }]],
      'Clients no longer get gpt-5.4-mini.',
    ],
  },
  {
    id: 'cli-proxy-previews',
    request: 'Exclude every preview model of the aistudio accounts.',
    open: openCliProxy,
    traits: ['changes', 'clear'],
    // An API key of gemini offers gemini-3-pro-preview as well.
    ends: { clients: losing('gemini-3-flash-preview') },
    maxResponses: 5,
    solution: [
      [['exclude_models', { provider: 'aistudio', patterns: ['*-preview'] }]],
      'Clients no longer get gemini-3-flash-preview. An API key still offers gemini-3-pro-preview.',
    ],
  },
  {
    id: 'cli-proxy-back',
    request: 'Bring the excluded claude-3 models back.',
    open: openCliProxy,
    traits: ['changes', 'clear'],
    ends: { clients: gaining('claude-3-7-sonnet-20250219') },
    maxResponses: 4,
    solution: [
      [['remove_exclusions', { provider: 'claude', patterns: ['claude-3-*'] }]],
      'claude-3-7-sonnet-20250219 is back.',
    ],
  },
  {
    id: 'cli-proxy-why',
    request: 'Why do clients not get claude-3-7-sonnet-20250219?',
    open: openCliProxy,
    traits: ['clear'],
    ends: {},
    says: [/claude-3-\*/],
    maxResponses: 3,
    solution: [
      [['explain_model', { model: 'claude-3-7-sonnet-20250219' }]],
      'The exclusion `claude-3-*` of the claude accounts removes it.',
    ],
  },
  {
    id: 'cli-proxy-read-only',
    request: 'Exclude kimi-k2.',
    open: openCliProxy,
    settings: { approvalPolicy: 'read-only' },
    traits: ['clear'],
    ends: {},
    maxResponses: 3,
    solution: ['This chat is read-only. It would need an exclusion of `kimi-k2`.'],
  },
];

/** Tasks at Open WebUI, where users choose a model from a list. */
const OPEN_WEBUI: readonly EvalTask[] = [
  {
    id: 'open-webui-disable',
    request: 'Nobody should be able to use gemini-3-flash-preview any more. Disable it.',
    open: openOpenWebui,
    traits: ['changes', 'clear'],
    ends: {
      choosable: losing('gemini/gemini-3-flash-preview'),
      callable: losing('gemini/gemini-3-flash-preview'),
    },
    maxResponses: 4,
    solution: [
      [['set_models_enabled', { ids: ['gemini/gemini-3-flash-preview'], enabled: false }]],
      'It is disabled.',
    ],
  },
  {
    id: 'open-webui-hide',
    request: 'Hide gpt-4o from the list that users choose from, but let calls by its id work.',
    open: openOpenWebui,
    traits: ['changes', 'clear'],
    ends: { hidden: gaining('openai/gpt-4o') },
    maxResponses: 4,
    solution: [[['set_models_hidden', { ids: ['openai/gpt-4o'], hidden: true }]], 'It is hidden.'],
  },
  {
    id: 'open-webui-list',
    request: 'Which preview models are there? Change nothing.',
    open: openOpenWebui,
    traits: ['clear'],
    ends: {},
    says: [/gemini-2\.5-pro-preview-05-06/, /gemini-3-flash-preview/, /llama-3\.2-1b-preview/],
    maxResponses: 3,
    solution: [
      [['list_models', { pattern: '*preview*' }]],
      'gemini-2.5-pro-preview-05-06, gemini-3-flash-preview and llama-3.2-1b-preview.',
    ],
  },
  {
    id: 'open-webui-no-such-model',
    request: 'Disable claude-opus-5.',
    open: openOpenWebui,
    traits: ['clear'],
    ends: {},
    says: [/no|not/i],
    maxResponses: 4,
    solution: [
      [['set_models_enabled', { ids: ['claude-opus-5'], enabled: false }]],
      'There is no model claude-opus-5, so nothing was changed.',
    ],
  },
];

/** Tasks at new-api, whose channels have lists of models. */
const NEW_API: readonly EvalTask[] = [
  {
    id: 'new-api-add',
    request: 'Offer gpt-5 in the channel openai-main, too.',
    open: openNewApi,
    traits: ['changes', 'clear'],
    ends: { served: gaining('default gpt-5', 'vip gpt-5') },
    maxResponses: 4,
    solution: [
      [['add_models', { channels: ['openai-main'], models: ['gpt-5'] }]],
      'openai-main offers gpt-5.',
    ],
  },
  {
    id: 'new-api-remove',
    request: 'Remove gpt-3.5-turbo from every channel.',
    open: openNewApi,
    traits: ['changes', 'clear'],
    ends: { served: losing('default gpt-3.5-turbo', 'vip gpt-3.5-turbo') },
    maxResponses: 4,
    solution: [
      [['remove_models', { with_model: 'gpt-3.5-turbo', patterns: ['gpt-3.5-turbo'] }]],
      'gpt-3.5-turbo is removed.',
    ],
  },
  {
    id: 'new-api-off',
    request: 'Switch the channel gemini off.',
    open: openNewApi,
    traits: ['changes', 'clear'],
    ends: {
      on: losing('gemini'),
      served: (start) => start.filter((name) => !name.includes('gemini')),
    },
    maxResponses: 4,
    solution: [[['disable_channels', { channels: ['gemini'] }]], 'The channel gemini is off.'],
  },
  {
    id: 'new-api-which',
    request: 'Which channels offer gpt-4o? Change nothing.',
    open: openNewApi,
    traits: ['clear'],
    ends: {},
    says: [/openai-main/, /openai-backup/],
    maxResponses: 3,
    solution: [[['explain_model', { model: 'gpt-4o' }]], 'openai-main and openai-backup.'],
  },
  {
    id: 'new-api-unpriced',
    request:
      'Add a model of your choice without a price to openai-backup? No: tell me first why clients would not see a model without a price. Change nothing.',
    open: openNewApi,
    traits: ['clear'],
    ends: {},
    says: [/price/i],
    maxResponses: 3,
    solution: ['new-api doesn’t offer clients a model that has no price.'],
  },
  {
    id: 'new-api-which-channel',
    request: 'Add claude-opus-4 to the anthropic channel.',
    open: openNewApi,
    traits: ['changes', 'ambiguous'],
    replies: ['anthropic-1.'],
    ends: { served: gaining('vip claude-opus-4') },
    maxResponses: 5,
    solution: [
      [['ask_user', { question: 'Which one?', choices: ['anthropic-1', 'anthropic-2'] }]],
      [['add_models', { channels: ['anthropic-1'], models: ['claude-opus-4'] }]],
      'anthropic-1 offers claude-opus-4.',
    ],
  },
  {
    id: 'new-api-count-channels',
    request: 'How many channels are switched on?',
    open: openNewApi,
    traits: ['clear', 'counts'],
    ends: {},
    says: [/\b(?:4|four)\b/i],
    maxResponses: 3,
    solution: ['4 models’ channels are on.'],
  },
];

/** Tasks at doubles of the servers whose pages Steward edits. */
export const SERVER_TASKS: readonly EvalTask[] = [...LLM_PROXY, ...CLI_PROXY, ...OPEN_WEBUI, ...NEW_API];
