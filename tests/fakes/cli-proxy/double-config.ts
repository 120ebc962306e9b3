/** An API key in the double's configuration, with the server's own names. */
export interface DoubleKey {
  'api-key': string;
  'base-url'?: string;
  models?: { name: string; alias?: string }[];
  'excluded-models'?: string[];
}

/** The part of the server's configuration that the double has. */
export interface DoubleConfig {
  'api-keys': string[];
  'oauth-excluded-models': Record<string, string[]> | null;
  'oauth-model-alias': Record<string, { name: string; alias: string }[]>;
  'gemini-api-key': DoubleKey[];
  'claude-api-key': DoubleKey[];
}

/** The catalogue of each channel; the real ones are longer. */
export const DOUBLE_CATALOGUES: Readonly<Record<string, readonly string[]>> = {
  claude: ['claude-opus-5', 'claude-sonnet-5', 'claude-haiku-4-5-20251001', 'claude-3-7-sonnet-20250219'],
  gemini: ['gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-3-pro-preview'],
  'gemini-interactions': ['gemini-2.5-pro', 'gemini-2.5-flash'],
  vertex: ['gemini-3-pro', 'gemini-3.1-pro-preview', 'imagen-4.0-generate-001'],
  aistudio: ['gemini-2.5-pro', 'gemini-3-flash-preview', 'gemini-3-pro-preview', 'gemini-flash-latest'],
  codex: ['gpt-5.4', 'gpt-5.4-mini', 'gpt-5.3-codex-spark'],
  kimi: ['kimi-k2', 'kimi-k3'],
  antigravity: ['claude-sonnet-4-6', 'gemini-3-flash'],
  xai: ['grok-4.5', 'grok-imagine-video-1.5-preview'],
};

/** The configuration in which each test starts. Its OAuth accounts are those of {@link OAUTH_ACCOUNTS}. */
export function newDoubleConfig(): DoubleConfig {
  return {
    'api-keys': ['client-key'],
    'oauth-excluded-models': { claude: ['claude-3-*'] },
    'oauth-model-alias': { codex: [{ name: 'gpt-5.4', alias: 'default' }] },
    'gemini-api-key': [
      { 'api-key': 'AIza-one-of-the-keys', 'excluded-models': ['gemini-2.5-pro'] },
      { 'api-key': 'AIza-another-key', 'base-url': 'https://gemini.example/v1' },
    ],
    'claude-api-key': [{ 'api-key': 'sk-ant-own-models', models: [{ name: 'claude-opus-5' }] }],
  };
}

/** The providers with an account. */
const OAUTH_ACCOUNTS = ['claude', 'aistudio', 'codex'];

/** As the server stores rules: trimmed, in lower case, each once, none empty. */
export function storedRules(rules: readonly unknown[]): string[] {
  return [...new Set(rules.map((rule) => String(rule).trim().toLowerCase()).filter((rule) => rule !== ''))];
}

/** The ids that clients get with this configuration. Written with a regular expression, unlike Steward's matcher. */
export function servedModels(config: DoubleConfig): string[] {
  const served = new Set<string>();
  const add = (models: readonly string[], rules: readonly string[]) => {
    for (const id of models) if (!rules.some((rule) => isExcluded(rule, id))) served.add(id);
  };
  for (const provider of OAUTH_ACCOUNTS) {
    add(DOUBLE_CATALOGUES[provider] ?? [], config['oauth-excluded-models']?.[provider] ?? []);
  }
  for (const [list, channel] of [
    ['gemini-api-key', 'gemini'],
    ['claude-api-key', 'claude'],
  ] as const) {
    for (const key of config[list]) {
      const own = key.models?.map(({ name }) => name) ?? DOUBLE_CATALOGUES[channel] ?? [];
      add(own, key['excluded-models'] ?? []);
    }
  }
  return [...served];
}

function isExcluded(rule: string, id: string): boolean {
  const parts = rule.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(id);
}
