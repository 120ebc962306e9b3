/** A channel as the double stores it: the fields that concern Steward, and those that may hold secrets. */
export interface DoubleChannel {
  id: number;
  name: string;
  type: number;
  /** 1: on, 2: switched off by hand, 3: switched off by the server. */
  status: number;
  /** Names with commas between them, taken as they are. */
  models: string;
  group: string;
  /** JSON as text. */
  model_mapping: string | null;
  tag: string | null;
  priority: number;
  weight: number;
  created_time: number;
  key: string;
  base_url: string;
  header_override: string;
  param_override: string;
  setting: string;
  remark: string;
  other: string;
  openai_organization: string;
  /** JSON as text, with the reason and the time at which the server switched the channel off. */
  other_info: string;
  /** Settings as JSON text, among them the results of the server's last check of the upstream. */
  settings: string;
}

/** Distinctive texts, one or two in each field of a channel that may hold a secret. Steward must neither store nor send them anywhere. */
export const CHANNEL_CANARIES = [
  'sk-upstream-key-of-the-double',
  'base-url-secret',
  'header-override-secret',
  'param-override-secret',
  'proxy-secret',
  'prompt-secret',
  'remark-secret',
  'other-secret',
  'organization-secret',
] as const;

/** The channels' secret fields, which have the {@link CHANNEL_CANARIES}. */
export const CHANNEL_SECRETS = {
  key: 'sk-upstream-key-of-the-double',
  base_url: 'https://user:base-url-secret@upstream.example',
  header_override: '{"X-Secret":"header-override-secret"}',
  param_override: '{"user":"param-override-secret"}',
  setting: '{"proxy":"socks5://proxy-secret@127.0.0.1:1080","system_prompt":"prompt-secret"}',
  remark: 'remark-secret',
  other: 'other-secret',
  openai_organization: 'organization-secret',
} as const;

const PLAIN: Omit<DoubleChannel, 'id' | 'name' | 'type' | 'models'> = {
  status: 1,
  group: 'default',
  model_mapping: null,
  tag: null,
  priority: 0,
  weight: 0,
  ...CHANNEL_SECRETS,
  other_info: '',
  created_time: 1_700_000_000,
  settings: '{"proxy_pass":true}',
};

/** A channel with these fields, and plain ones for the rest. */
export function doubleChannel(
  fields: Pick<DoubleChannel, 'id' | 'name' | 'type' | 'models'> & Partial<DoubleChannel>,
): DoubleChannel {
  return { ...PLAIN, ...fields };
}

/** The channels with which each double starts: two providers, a model in several channels, and the states that channels can have. */
export function newDoubleChannels(): DoubleChannel[] {
  return [
    doubleChannel({
      id: 1,
      name: 'openai-main',
      type: 1,
      models: 'gpt-4o,gpt-4o-mini,gpt-3.5-turbo,constructor',
      group: 'default,vip',
      tag: 'openai',
      priority: 10,
    }),
    doubleChannel({ id: 2, name: 'openai-backup', type: 1, models: 'gpt-4o,gpt-4-preview', tag: 'openai' }),
    doubleChannel({
      id: 3,
      name: 'anthropic-1',
      type: 14,
      models: 'claude-sonnet-4-5,claude-3-5-haiku,claude-latest',
      group: 'vip',
      model_mapping: '{"claude-latest":"claude-sonnet-4-5"}',
    }),
    doubleChannel({ id: 4, name: 'anthropic-2', type: 14, models: 'claude-3-5-haiku', status: 2 }),
    doubleChannel({
      id: 5,
      name: 'gemini',
      type: 24,
      models: ' gemini-pro,gemini-flash,gemini-flash,gemini-old',
      settings:
        '{"proxy_pass":true,"upstream_model_update_check_enabled":true,"upstream_model_update_ignored_models":["gemini-exp"],"upstream_model_update_last_removed_models":["gemini-old"]}',
    }),
    doubleChannel({
      id: 6,
      name: 'gemini-spare',
      type: 24,
      models: 'gemini-pro,gemini-ultra',
      status: 3,
      // The server keeps the upstream's answer as it is.
      other_info: JSON.stringify({
        status_reason: `status_code=401, Incorrect API key provided: ${CHANNEL_SECRETS.key}. See ${CHANNEL_SECRETS.base_url}`,
        status_time: 1_760_000_000,
      }),
    }),
  ];
}

/** The models that the upstream of a channel has, by the channel's id. */
export const UPSTREAM_MODELS: Readonly<Record<number, readonly string[]>> = {
  1: ['gpt-4o', 'gpt-4o-mini', 'gpt-5', 'constructor'],
  2: ['gpt-4o', 'gpt-5'],
  3: ['claude-sonnet-4-5', 'claude-opus-4'],
  4: ['claude-3-5-haiku'],
  5: ['gemini-pro', 'gemini-flash', 'gemini-exp'],
};

/** The models for which the double has a price; clients don't see any other. */
export const PRICED_MODELS: readonly string[] = [
  'gpt-4o',
  'gpt-4o-mini',
  'gpt-3.5-turbo',
  'gpt-4',
  'gpt-4-preview',
  'gpt-4-turbo',
  'gpt-4.1',
  'gpt-5',
  'claude-sonnet-4-5',
  'claude-3-5-haiku',
  'claude-opus-4',
  'gemini-pro',
  'gemini-flash',
  'gemini-old',
  'constructor',
  'o-priced',
];
