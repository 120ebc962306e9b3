import { normaliseText, ruleMatcher } from './matcher';
import type { CliProxyContext, CliProxyState, KeyEntry } from './proxy-context';
import { listNames, type RuleLists, rulesIn, sameRules, withRules } from './rule-lists';

/** One list of exclusion rules: of an OAuth provider, by its name, or of an API key, by its entry's id. */
export type ListRef = { kind: 'provider' | 'key'; id: string };

/** A model with the rules that exclude it. */
export interface DecidedModel {
  id: string;
  rules: string[];
}

/** The catalogue of each of the configuration's lists of API keys. */
export const KEY_CHANNELS: Readonly<Record<string, string>> = {
  'gemini-api-key': 'gemini',
  'interactions-api-key': 'gemini-interactions',
  'claude-api-key': 'claude',
  'codex-api-key': 'codex',
  'xai-api-key': 'xai',
  'vertex-api-key': 'vertex',
};

/** The channels that have a catalogue. */
export const CATALOGUE_CHANNELS = [
  ...['claude', 'gemini', 'gemini-interactions', 'vertex', 'aistudio'],
  ...['codex', 'kimi', 'antigravity', 'xai'],
] as const;

/** Channels whose accounts sign in with OAuth, so that the lists of providers apply to them. */
const OAUTH_CHANNELS = ['claude', 'vertex', 'aistudio', 'codex', 'kimi', 'antigravity', 'xai'];

/** On a key, this rule means that the key is switched off. */
export const ALL_MODELS = '*';

/** Every list of a context, those without rules included. */
export function allLists(context: CliProxyContext): ListRef[] {
  const providers = [...new Set([...OAUTH_CHANNELS, ...listNames(context.providers)])].sort();
  return [
    ...providers.map((id) => ({ kind: 'provider' as const, id })),
    ...context.entries.map(({ id }) => ({ kind: 'key' as const, id })),
  ];
}

/** The lists that differ between two states. */
export function differingLists(one: CliProxyState, other: CliProxyState): ListRef[] {
  const differing = (kind: ListRef['kind'], a: RuleLists, b: RuleLists): ListRef[] =>
    listNames(a, b)
      .filter((id) => !sameRules(rulesIn(a, id), rulesIn(b, id)))
      .map((id) => ({ kind, id }));
  return [
    ...differing('provider', one.providers, other.providers),
    ...differing('key', one.keys, other.keys),
  ];
}

/** The rules of a list. */
export function rulesOf(state: CliProxyState, { kind, id }: ListRef): string[] {
  return rulesIn(kind === 'provider' ? state.providers : state.keys, id);
}

/** The same state or context with other rules in one list. */
export function withList<State extends CliProxyState>(
  state: State,
  list: ListRef,
  rules: readonly string[],
): State {
  return list.kind === 'provider'
    ? { ...state, providers: withRules(state.providers, list.id, rules) }
    : { ...state, keys: withRules(state.keys, list.id, rules) };
}

/** The models that a list can exclude; null if its catalogue is unknown. */
export function modelsOf(context: CliProxyContext, list: ListRef): string[] | null {
  const entry = list.kind === 'key' ? entryOf(context, list.id) : null;
  if (entry !== null && entry.models !== null) return entry.models;
  const channel = entry === null ? list.id : (KEY_CHANNELS[entry.channel] ?? entry.channel);
  return Object.hasOwn(context.catalogues, channel) ? (context.catalogues[channel] ?? null) : null;
}

/** Every model of a list with the rules that exclude it, its own name first; empty if the catalogue is unknown. */
export function decideModels(context: CliProxyContext, list: ListRef): DecidedModel[] {
  const rules = rulesOf(context, list);
  // A list can have thousands of rules, most of them the name of one of thousands of models: those are looked up.
  const names = new Map(rules.filter((rule) => !isPattern(rule)).map((rule) => [normaliseText(rule), rule]));
  const patterns = rules.filter(isPattern).map((rule) => ({ rule, matches: ruleMatcher(rule) }));
  return (modelsOf(context, list) ?? []).map((id) => {
    const normalised = normaliseText(id);
    const name = names.get(normalised);
    const matching = patterns.filter(({ matches }) => matches(normalised)).map(({ rule }) => rule);
    return { id, rules: name === undefined ? matching : [name, ...matching] };
  });
}

function isPattern(rule: string): boolean {
  return rule.includes('*');
}

/** The entry with an id; null if there is none. */
function entryOf(context: CliProxyContext, id: string): KeyEntry | null {
  return context.entries.find((entry) => entry.id === id) ?? null;
}

/** A list in the middle of a sentence. */
export function listLabel(list: ListRef): string {
  return list.kind === 'provider' ? `the OAuth accounts of ${list.id}` : `the key ${list.id}`;
}
