import type { RuleLists } from './rule-lists';

/** An API key in the proxy's configuration. The key itself never enters a context. */
export interface KeyEntry {
  /** Channel and fingerprint, e.g. "gemini-api-key:1a2b3c4d"; the same wherever the entry stands in its list. */
  id: string;
  /** The configuration's list, e.g. "gemini-api-key". */
  channel: string;
  /** Position in that list, from 0. */
  index: number;
  /** Host of the entry's own address; null if it uses the provider's. */
  host: string | null;
  /** Ids under which the entry itself offers models, its aliases; null if it serves the channel's whole catalogue. */
  models: string[] | null;
}

/** A name that clients may use for a model. */
export interface ModelAlias {
  name: string;
  alias: string;
}

/** The restorable part: the exclusion rules of OAuth providers and of API keys. Lists without rules are left out. */
export type CliProxyState = { providers: RuleLists; keys: RuleLists };

/** The exclusions of one CLIProxyAPI server, with what is needed to understand their effect. */
export type CliProxyContext = CliProxyState & {
  entries: (KeyEntry & { [field: string]: string | number | string[] | null })[];
  /** By OAuth channel, and by the id of a key's entry. */
  aliases: { [channel: string]: (ModelAlias & { [field: string]: string })[] };
  /** The models of each channel before exclusion. */
  catalogues: { [channel: string]: string[] };
};

/** The restorable part of a context. */
export function restorableState({ providers, keys }: CliProxyContext): CliProxyState {
  return { providers, keys };
}
