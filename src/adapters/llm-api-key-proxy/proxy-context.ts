import { normalisedRules, type RulesByProvider } from '../model-filter/model-filter-context';

/** The restorable part: the rules of each provider as the server's `.env` file has them. Providers without rules are left out. */
export type LlmProxyState = { filters: RulesByProvider };

/** The credentials of one provider. */
type ProviderCredentials = { keys: number; oauth: number };

/** The filters of one server, with what is needed to understand their effect. All of it is what the server reports now. */
export type LlmProxyContext = LlmProxyState & {
  /** The providers that the server has credentials or an address for. Members are read as own ones only. */
  providers: { [provider: string]: ProviderCredentials };
  /**
   * The ids that clients get, sorted, each once, without aliases; null if the server doesn't list them. Models that the
   * proxy hides at present are not among them.
   */
  models: string[] | null;
  /** The ids of the server's own aliases for the latest model of a family, as clients get them, sorted. */
  aliases: string[];
};

/** The restorable part of a context. */
export function restorableState({ filters }: LlmProxyContext): LlmProxyState {
  return { filters: normalisedRules(filters) };
}

/** The names of all providers that the server reports, sorted: those with credentials, rules or listed models. */
export function knownProviders({ providers, filters, models }: LlmProxyContext): string[] {
  const prefixes = (models ?? []).flatMap((id) => providerOfId(id) ?? []);
  return [...new Set([...Object.keys(providers), ...Object.keys(filters), ...prefixes])].sort();
}

/** The part of an id before its first `/`; null if it has none. */
export function providerOfId(id: string): string | null {
  const end = id.indexOf('/');
  return end === -1 ? null : id.slice(0, end);
}
