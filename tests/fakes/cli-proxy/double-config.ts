/** An API key in the double's configuration, with the server's own names. */
export interface DoubleKey {
  'api-key': string;
  'base-url'?: string;
  prefix?: string;
  models?: { name: string; alias?: string }[];
  'excluded-models'?: string[];
}

/** A provider of the double's configuration that has no rules: clients get exactly the models of its own list. */
interface DoubleCompatible {
  name: string;
  disabled?: boolean;
  prefix?: string;
  'base-url': string;
  'api-key-entries': { 'api-key': string }[];
  models: { name: string; alias?: string }[];
}

/** The part of the server's configuration that the double has. */
export interface DoubleConfig {
  'api-keys': string[];
  'oauth-excluded-models': Record<string, string[]> | null;
  'oauth-model-alias': Record<string, { name: string; alias: string; fork?: boolean }[]>;
  'force-model-prefix': boolean;
  'gemini-api-key': DoubleKey[];
  'claude-api-key': DoubleKey[];
  'codex-api-key': DoubleKey[];
  'openai-compatibility': DoubleCompatible[];
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

/** An OAuth account's file. Its own exclusions are no part of the configuration, and no list of the files has them. */
export interface DoubleAccount {
  name: string;
  provider: string;
  excluded: string[];
}

/** The accounts with which each test starts. */
export function newDoubleAccounts(): DoubleAccount[] {
  return ['claude', 'aistudio', 'codex'].map((provider) => ({
    name: `${provider}-one.json`,
    provider,
    excluded: [],
  }));
}

/** The configuration in which each test starts. */
export function newDoubleConfig(): DoubleConfig {
  return {
    'api-keys': ['client-key'],
    'oauth-excluded-models': { claude: ['claude-3-*'] },
    'oauth-model-alias': { codex: [{ name: 'gpt-5.4', alias: 'default', fork: true }] },
    'force-model-prefix': false,
    'gemini-api-key': [
      { 'api-key': 'AIza-one-of-the-keys', 'excluded-models': ['gemini-2.5-pro'] },
      { 'api-key': 'AIza-another-key', 'base-url': 'https://gemini.example/v1' },
    ],
    'claude-api-key': [{ 'api-key': 'sk-ant-own-models', models: [{ name: 'claude-opus-5' }] }],
    'codex-api-key': [],
    'openai-compatibility': [],
  };
}

/** As the server stores rules: trimmed, in lower case, each once, none empty. */
export function storedRules(rules: readonly unknown[]): string[] {
  return [...new Set(rules.map((rule) => String(rule).trim().toLowerCase()).filter((rule) => rule !== ''))];
}

/** The ids that the server serves. */
export interface Registry {
  /** By the name of the account's file. */
  accounts: Readonly<Record<string, readonly string[]>>;
  /** Those that clients get. */
  all: readonly string[];
}

/**
 * The server's registry for this configuration and these accounts: rules are compared with the name under which a list offers a
 * model, which for a key with models of its own is the alias; then aliases, then prefixes.
 */
export function registryOf(config: DoubleConfig, accounts: readonly DoubleAccount[]): Registry {
  const byAccount = accounts.map(({ name, provider, excluded }): [string, string[]] => {
    const rules = [...(config['oauth-excluded-models']?.[provider] ?? []), ...excluded];
    const aliases = config['oauth-model-alias'][provider] ?? [];
    const models = left(DOUBLE_CATALOGUES[provider] ?? [], rules).flatMap((id) => {
      const own = aliases.filter((alias) => alias.name === id);
      return own.length === 0 || own.some(({ fork }) => fork)
        ? [id, ...own.map(({ alias }) => alias)]
        : own.map(({ alias }) => alias);
    });
    return [name, models];
  });
  const keys = (['gemini', 'claude', 'codex'] as const).flatMap((channel) =>
    config[`${channel}-api-key`].flatMap(({ models, prefix, 'excluded-models': rules }) => {
      const own = models?.map(({ name, alias }) => alias ?? name) ?? DOUBLE_CATALOGUES[channel] ?? [];
      return prefixed(left(own, rules ?? []), prefix, config);
    }),
  );
  const compatible = config['openai-compatibility'].flatMap(({ disabled, models, prefix }) =>
    disabled === true
      ? []
      : prefixed(
          models.map(({ name, alias }) => alias ?? name),
          prefix,
          config,
        ),
  );
  const all = [...new Set([...byAccount.flatMap(([, models]) => models), ...keys, ...compatible])];
  return { accounts: Object.fromEntries(byAccount), all };
}

function prefixed(ids: string[], prefix: string | undefined, config: DoubleConfig): string[] {
  if (prefix === undefined) return ids;
  return [...(config['force-model-prefix'] ? [] : ids), ...ids.map((id) => `${prefix}/${id}`)];
}

function left(models: readonly string[], rules: readonly string[]): string[] {
  return models.filter((id) => !rules.some((rule) => isExcluded(rule, id)));
}

/** Written with a regular expression, unlike Steward's matcher. */
function isExcluded(rule: string, id: string): boolean {
  const parts = rule.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(id);
}
