import { matchesModel } from '../matches-model';
import { readEnv, setKey, unsetKey } from './env-file';

/** The two lists of a provider. */
export interface DoubleFilters {
  ignore: string[];
  whitelist: string[];
}

/** The models of each provider before filtering; the real ones are longer. */
export const DOUBLE_MODELS: Readonly<Record<string, readonly string[]>> = {
  openai: ['gpt-4o', 'gpt-4o-mini', 'o1-preview', 'gpt-4o-audio-preview'],
  gemini: ['gemini-2.5-pro', 'gemini-3-pro-preview'],
  'x-ai': ['grok-4', 'grok-4-preview'],
  openrouter: ['openai/gpt-4o', 'meta/llama-4:free'],
};

const KINDS = { ignore: 'IGNORE_MODELS_', whitelist: 'WHITELIST_MODELS_' } as const;
type Kind = keyof typeof KINDS;

/** The process and its file. Its rules are built once, at the start; writing changes the file, and the environment. */
export interface ProxyProcess {
  /** The text of the `.env` file; a test may replace it, as an editor on the server would. */
  file: string;
  /** Variables of the container. They win over the file, and no route shows them. */
  container: Record<string, string>;
  /** The filters in the file. */
  filters(): Record<string, DoubleFilters>;
  /** The filters of one provider in the file. */
  filtersOf(provider: string): DoubleFilters;
  /** Writes both lists of one provider, the ignore list first. Nothing is checked. */
  setFilters(provider: string, lists: DoubleFilters): void;
  /** The ids that clients get, by the rules of the last start. */
  served(): string[];
  /** Starts the process again: its rules are those of the environment, then of the file. */
  restart(): void;
}

export function createProxyProcess(file: string): ProxyProcess {
  let environment = new Map<string, string>();
  let inForce: Record<string, DoubleFilters> = {};

  /** As the server does after a write: the file's values are set, and those that are gone stay. */
  function reload(): void {
    for (const [name, value] of readEnv(process.file)) environment.set(name, value);
  }

  const process: ProxyProcess = {
    file,
    container: {},
    filters: () => filtersIn(readEnv(process.file)),
    filtersOf: (provider) => filtersIn(readEnv(process.file))[provider] ?? { ignore: [], whitelist: [] }, // None: both are empty.
    setFilters(provider, lists) {
      for (const kind of ['ignore', 'whitelist'] as const) {
        const key = `${KINDS[kind]}${provider.toUpperCase()}`;
        const rules = lists[kind];
        process.file =
          rules.length === 0 ? unsetKey(process.file, key) : setKey(process.file, key, rules.join(','));
      }
      reload();
    },
    served: () =>
      Object.entries(DOUBLE_MODELS).flatMap(([provider, names]) =>
        names.map((name) => `${provider}/${name}`).filter((id) => isListed(id, provider, inForce)),
      ),
    restart() {
      environment = new Map([...readEnv(process.file), ...Object.entries(process.container)]);
      inForce = filtersIn(environment);
    },
  };
  process.restart();
  return process;
}

/** Rules are split at commas and stripped. */
function filtersIn(values: ReadonlyMap<string, string>): Record<string, DoubleFilters> {
  const filters: Record<string, DoubleFilters> = {};
  for (const [name, value] of values) {
    for (const kind of ['ignore', 'whitelist'] as const) {
      if (!name.startsWith(KINDS[kind])) continue;
      const provider = name.slice(KINDS[kind].length).toLowerCase();
      const lists = filters[provider] ?? { ignore: [], whitelist: [] }; // The first of its lists.
      lists[kind] = value
        .split(',')
        .map((rule) => rule.trim())
        .filter((rule) => rule !== '');
      filters[provider] = lists;
    }
  }
  return filters;
}

const STAND_IN: Readonly<Record<string, string>> = { google: 'gemini', gemini: 'google' };

/** The fork's choice: the list of the id's prefix, else of the provider that was asked, else of its stand-in. */
function isListed(id: string, asked: string, filters: Record<string, DoubleFilters>): boolean {
  const rules = (kind: Kind) =>
    [id.split('/')[0], asked, STAND_IN[asked]]
      .map((provider) => (provider === undefined ? [] : (filters[provider]?.[kind] ?? [])))
      .find((list) => list.length > 0) ?? []; // No such list.
  if (rules('whitelist').some((rule) => matchesModel(rule, id))) return true;
  return !rules('ignore').some((rule) => matchesModel(rule, id));
}
