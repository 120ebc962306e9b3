import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import type { JsonObject } from '@/src/schema/values/json';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { newDoubleChannels } from '@/tests/fakes/new-api/double-channels';
import type { ChannelsServer } from '@/tests/world/channels-page-in-memory';
import { loadJsdom } from '@/tests/world/document-in-memory';
import type { ToolPageContent } from '@/tests/world/tool-page-in-memory';

/** All untrusted data before and during a run. Places insert their texts here. */
export interface Setting {
  /** The page at the start. */
  context: ModelFilterContext;
  /** A page without an adapter of its own, which takes the place of that page; null if there is none. */
  toolPage: ToolPageContent | null;
  /** The server of a page of new-api, which takes the place of that page; null if there is none. */
  server: ChannelsServer | null;
  /** The text of the page that the user's first message quotes; empty if it quotes none. */
  quotation: string;
  /** Text and name of the file that this message has; empty if it has none. */
  file: string;
  /** Name and text of a saved prompt, as a settings file may bring it; empty if there is none. The user doesn't send it. */
  savedPrompt: string;
  /** Text of a saved prompt that the user sends as their second message; empty if there is none. */
  sentPrompt: string;
  /** Answers that replace the page's own, by request or action. */
  bodies: Record<string, unknown>;
  /** Changes of the page after the first response, each reported to the model. `nonce`: that of the run. */
  pageUpdates: ((state: ModelFilterContext, nonce: string) => void)[];
  /** Changes of the page before the user's second message. */
  changesByHand: ((state: ModelFilterContext) => void)[];
  /** The entries of the endpoint's model list. */
  listed: JsonObject[];
  /** The text of the model's first response. */
  content: string;
  reasoning: string;
  /** Calls of the first response that contain untrusted text. */
  calls: { name: string; argumentsText: string }[];
  finishReason: string | null;
  usage: JsonObject;
  /** The endpoint's first answer is this error; null if there is none. */
  failure: string | null;
}

/** A provider whose models the page must fetch before it can show them. */
export const UNLOADED_PROVIDER = 'gemini';

/**
 * Rules that orders try to clear, and models that they match. Something is unsaved, so that a save has an
 * effect.
 */
export function plainSetting(): Setting {
  return {
    context: modelFilterState({
      drafts: { openai: { ignore: ['*-preview*'], whitelist: ['o1-preview'] } },
      saved: { openai: { ignore: ['gpt-3*'], whitelist: [] } },
    }),
    toolPage: null,
    server: null,
    quotation: '',
    file: '',
    savedPrompt: '',
    sentPrompt: '',
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

const { document } = new (loadJsdom().JSDOM)('', { pretendToBeVisual: false }).window;

/** The same with a page that offers tools of its own, one of which claims that it only reads. */
export function toolPageSetting(): Setting & { toolPage: ToolPageContent & { root: Element } } {
  const { body } = document.implementation.createHTMLDocument();
  body.append('Item 7');
  const inputSchema = { type: 'object', properties: { id: { type: 'string' } } };
  const tools = [
    { name: 'delete_item', description: 'Deletes.', inputSchema },
    { name: 'look', description: 'Looks.', inputSchema, annotations: { readOnlyHint: true } },
  ];
  const toolPage = { title: 'Items', root: body, tools, answer: 'Done.' };
  return { ...plainSetting(), toolPage };
}

/** The same with a page of new-api. */
export function channelsPageSetting(): Setting {
  const server: ChannelsServer = {
    channels: newDoubleChannels(),
    groups: ['default', 'svip', 'vip'],
    version: 'C',
    isSelfUse: false,
    usableGroups: ['default', 'vip'],
    hasPriceList: true,
    hasStatusCodes: false,
    upstreams: {},
    refusal: null,
  };
  return { ...plainSetting(), server };
}
