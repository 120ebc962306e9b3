import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import type { JsonObject } from '@/src/core/json';
import { modelFilterState } from '@/tests/fakes/model-filter-page';

/** Everything that strangers have written before and while a run works, as places change it. */
export interface Setting {
  /** The page at the start. */
  context: ModelFilterContext;
  /** What the page says in place of its own answers, by request or action. */
  bodies: Record<string, unknown>;
  /** Changes of the page after the first response, each of which the model is told. `nonce`: that of the run. */
  pageUpdates: ((state: ModelFilterContext, nonce: string) => void)[];
  /** Changes of the page before the user's second message. */
  changesByHand: ((state: ModelFilterContext) => void)[];
  /** The entries of the endpoint's model list. */
  listed: JsonObject[];
  /** What the model's first response says beside its calls. */
  content: string;
  reasoning: string;
  /** Calls of the first response that a stranger's text has got into. */
  calls: { name: string; argumentsText: string }[];
  finishReason: string | null;
  usage: JsonObject;
  /** The endpoint's first answer is this error; null: it answers at once. */
  failure: string | null;
}

/** A provider whose models the page can't show without fetching them. */
export const UNLOADED_PROVIDER = 'gemini';

/** Rules that orders want cleared, and models for them to decide; something is unsaved, so that a save has work to do. */
export function plainSetting(): Setting {
  return {
    context: modelFilterState({
      drafts: { openai: { ignore: ['*-preview*'], whitelist: ['o1-preview'] } },
      saved: { openai: { ignore: ['gpt-3*'], whitelist: [] } },
    }),
    bodies: {},
    pageUpdates: [],
    changesByHand: [],
    listed: [{ id: 'model', object: 'model', owned_by: 'somebody' }],
    content: '',
    reasoning: '',
    calls: [],
    finishReason: null,
    usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
    failure: null,
  };
}
