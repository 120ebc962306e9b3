import { modelFilterCalls } from '@/src/adapters/model-filter/calls';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { toolsFor } from '@/src/core/adapter/adapter-of-chat';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import { compareStates } from '@/src/core/adapter/compare-states';
import { promptOfChat } from '@/src/core/adapter/prompt-of-chat';
import { takeSnapshot } from '@/src/core/context/page-snapshot';
import { sitesAsShown } from '@/src/core/loop/show-sites';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import { inputSchemaOf } from '@/src/core/tools/input-schema';
import type { Chat } from '@/src/schema/chat';
import type { Json } from '@/src/schema/values/json';
import { type BenchRow, sum, within } from '../bench-row';
import { timed } from '../measure';
import { largeContext, TYPICAL_MIX } from './large-context';

const MODELS = 500;
const RULES = 60;
const DIFFERENT_RULES = 20;
const SITES_SHOWN = 10;
const SITES_PLANNED = 50;
const ROUNDS = 5;

const adapter = modelFilter as unknown as AdapterDefinition;
const adapters = createAdapterRegistry([adapter]);

/** Measures what several sites add to a request, and how long a call on many takes without their pages. */
export async function severalSitesRows(): Promise<BenchRow[]> {
  const one = tokensOf(chatAbout(1)) + (await stateTokens(chatAbout(1)));
  const ten = tokensOf(chatAbout(SITES_SHOWN)) + (await stateTokens(chatAbout(SITES_SHOWN)));
  const times: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await planAll());
  return [
    {
      what: `first request about ${SITES_SHOWN} sites of ${MODELS} models, each ${DIFFERENT_RULES} rules apart`,
      against: 'the request about one of them',
      unit: 'tokens',
      measured: [ten],
      baseline: [one],
      atMost: 1.6,
      notes: ['System prompt, tools, and the state of the sites.'],
    },
    {
      what: `a rule compared and computed on ${SITES_PLANNED} sites of ${MODELS} models`,
      ...within(2_000, 'ms'),
      measured: times.map(sum),
    },
    { what: 'the longest of them', ...within(50, 'ms'), measured: times.map((all) => Math.max(...all)) },
  ];
}

/** The page of one of several sites, which differs from the first in some rules. */
function siteContext(number: number): ModelFilterContext {
  const context = largeContext(MODELS, RULES, TYPICAL_MIX);
  const [provider = ''] = context.providers;
  const rules = context.drafts[provider] ?? { ignore: [], whitelist: [] };
  const own = Array.from(
    { length: number === 0 ? 0 : DIFFERENT_RULES / 2 },
    (_, at) => `site-${number}-rule-${at}*`,
  );
  const drafts = { [provider]: { ...rules, ignore: [...rules.ignore.slice(own.length), ...own] } };
  return { ...context, drafts, saved: drafts };
}

function chatAbout(sites: number): Chat {
  const binding = { adapterId: adapter.id, origin: 'http://site-0.test', instanceId: 'i', title: 'Models' };
  const made = {
    id: 'chat',
    title: 'Chat',
    atMs: 0,
    binding,
    settings: newChatSettings(),
    lastStateHash: null,
  };
  const targets = Array.from({ length: sites }, (_, number) => ({
    name: `site-${number}`,
    chatId: `${number}`,
  }));
  return { ...newChat(made), ...(sites > 1 && { targets }) };
}

/** Tokens of the system prompt and the tools. */
function tokensOf(chat: Chat): number {
  const tools = toolsFor(chat, adapters).map(({ name, description, input }) => ({
    ...{ name, description },
    parameters: inputSchemaOf(input),
  }));
  return estimateTokens(promptOfChat(chat, adapters, null).text) + estimateTokens(JSON.stringify(tools));
}

/** Tokens of the sites' state. */
async function stateTokens(chat: Chat): Promise<number> {
  const readingOf = (number: number) => {
    const context = siteContext(number) as unknown as Json;
    return { context, stateHash: '', source: { page: `${number}`, document: 'd', order: 1, askedAtMs: 0 } };
  };
  const place = { page: '', document: '', sequence: 0 };
  const deps = {
    adapters,
    journal: {
      chatById: async (id: string) => ({ ...chatAbout(1), id }),
      knownPage: async () => null,
      storePageUpdate: async () => undefined,
    },
    page: { readContext: async ({ id }: Chat) => readingOf(Number(id)) },
    observer: {
      differencesSince: async (_chat: Chat, _known: unknown, reading: unknown) => ({
        reading,
        place,
        changes: [],
      }),
    },
  };
  const first = readingOf(0);
  const { text } = takeSnapshot(adapter, first, { snapshotId: 1, nonce: 'n', settings: chat.settings });
  const others = await sitesAsShown(
    deps as unknown as Parameters<typeof sitesAsShown>[0],
    chat,
    first,
    'n',
    undefined,
  );
  return estimateTokens(text) + estimateTokens(others);
}

/** Times of the sites, in milliseconds: each is compared with the first, and gets the call. */
async function planAll(): Promise<number[]> {
  const first = siteContext(0) as unknown as Json;
  const call = { executionId: 'call', tool: 'add_ignore_rule', leftOut: [], args: { pattern: '*-new*' } };
  const notNeeded = () => Promise.reject(new Error('The context has all parts.'));
  const times: number[] = [];
  for (let number = 0; number < SITES_PLANNED; number += 1) {
    const context = siteContext(number);
    const plan = timed(async () => {
      compareStates(adapter, first, context as unknown as Json);
      const { dryRun } = await modelFilterCalls.dryRun.compute([call], context, {
        read: notNeeded,
        look: notNeeded,
      });
      if (dryRun.calls[0]?.kind !== 'change') throw new Error('The call changes nothing.');
    });
    times.push(await plan());
  }
  return times;
}
