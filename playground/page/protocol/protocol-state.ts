import type { PageState } from '../state/page-state';
import { type Highlight, highlightOf, isLoading, loadErrorOf } from '../state/page-view';
import type { RuleSets } from '../state/rule-sets';

/** The state of a `model-filter` page in the page protocol. */
export interface ProtocolState {
  provider: string;
  providers: readonly string[];
  models: Readonly<Record<string, readonly string[]>>;
  drafts: RuleSets;
  saved: RuleSets;
  search: string;
  highlight: Highlight;
  loading: boolean;
  error: string | null;
  discards: number;
}

/** The page's state for the protocol; null while there is no catalogue or no provider. */
export function protocolStateOf(state: PageState): ProtocolState | null {
  const { catalogue, provider } = state;
  if (catalogue.status !== 'ready' || provider === null) return null;
  return {
    provider,
    providers: catalogue.providers.map((entry) => entry.name),
    models: state.models,
    drafts: state.drafts,
    saved: state.saved,
    search: state.search,
    highlight: highlightOf(state),
    loading: isLoading(state),
    error: loadErrorOf(state),
    discards: state.discards,
  };
}
