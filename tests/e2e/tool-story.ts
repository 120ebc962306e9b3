import { askFilterPage } from '@/scripts/drive/ask-filter-page';
import type { FilterPage } from '@/scripts/drive/filter-page';
import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { type ChatAnswer, callsAll, inTurn, says } from '@/tests/fakes/chat-answers';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { ENV_FILE, type TestPlayground } from '@/tests/fakes/test-playground';
import { withFilterPlayground } from './filter-playground';
import type { OpenPanel } from './fixtures';
import { test as base, expect } from './quiet-test';

/** What a call came to, as the model reads it. The message is a matcher of Playwright's. */
export type Answer = { message: unknown } & (
  | { success: true; data: object }
  | { success: false; error_code: string; data?: object }
);

/** A call of the model: the tool, its arguments, and what the model must get. */
export type Step = readonly [tool: string, args: object, answer: Answer];

/** A model that calls tools on the filter page, beside a person who applies whatever asks. */
export interface ToolStory {
  panel: OpenPanel;
  /** The calls of one response after the other, in one run. Fails unless the model got exactly these answers. */
  carryOut(...responses: readonly (readonly Step[])[]): Promise<void>;
  /** Says something that the model answers in words. Resolves to the whole message as the model got it. */
  say(text: string): Promise<string>;
}

/** The tools that ask the person first (ledger A-057..A-073, design 5.6): calls of any other must not. */
const ASKING: ReadonlySet<string> = new Set([
  'clear_all_ignore_rules',
  'clear_all_whitelist_rules',
  'import_rules',
  'apply_rules',
  'save_changes',
  'discard_changes',
]);

type SentMessage = ReturnType<ChangingEndpoint['chats']>[number]['body']['messages'][number];

interface Fixtures {
  /** Whether the proxy goes by saved rules from its next start on only. */
  applyOnRestart: boolean;
  /** Opens a chat beside the filter page as it is then, with a model that does as the story says. */
  startStory: () => Promise<ToolStory>;
  /** Such a chat, begun once the page has fetched all models. */
  story: ToolStory;
}

/** Stories in which a scripted model calls the page's tools. */
export const test = base.extend<Fixtures>({
  applyOnRestart: [false, { option: true }],

  playground: async ({ applyOnRestart }, use) => {
    const apiKey = `test-${crypto.randomUUID()}`;
    const options = { apiKey, applyOnRestart, models: 400, latencyMs: 5, envText: ENV_FILE };
    await withFilterPlayground(options, (playground) => use({ ...playground, apiKey }));
  },

  startStory: async ({ filterPage, openPanel, endpoint }, use) => {
    await use(async () => {
      const panel = await openPanel(filterPage.page);
      await panel.connect(endpoint.baseUrl, endpoint.apiKey);
      await panel.chooseModel(SCRIPTED_MODEL_ID);
      return createStory(panel, filterPage, endpoint);
    });
  },

  story: async ({ filterPage, startStory }, use) => {
    await allModelsLoaded(filterPage);
    await use(await startStory());
  },
});

/** The stories of the filter page and of its tools. */
export const FILTER = { tag: '@filter' };

export { expect };

/** The call worked, and the model got exactly these data, in a message that says this too. */
export const gives = (data: object, said = ''): Answer => ({ success: true, message: saying(said), data });

/** The call failed with this code, and the model got exactly these data, in a message that says this too. */
export const fails = (code: string, data?: object, said = ''): Answer => ({
  success: false,
  message: saying(said),
  error_code: code,
  ...(data === undefined ? {} : { data }),
});

/** Waits until the page has fetched everything that it fetches by itself. */
export async function allModelsLoaded(filterPage: FilterPage): Promise<void> {
  const missing = async () => {
    const { providers, models } = await filterPage.readState();
    return providers.filter((provider) => !Object.hasOwn(models, provider));
  };
  await expect.poll(missing).toEqual([]);
}

/** The names of a provider's models on the page, in its order; those that the test lets through. */
export async function modelNames(
  filterPage: FilterPage,
  provider: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  const { models } = await filterPage.readState();
  return (models[provider] ?? []).map((id) => id.slice(provider.length + 1)).filter(isWanted);
}

/** Puts rules on the page, as its own script would: for what stood there before a story begins. */
export async function setRules(
  filterPage: FilterPage,
  drafts: Record<string, { ignore: string[]; whitelist: string[] }>,
): Promise<void> {
  const { provider, search } = await filterPage.readState();
  const body = { state: { provider, search, drafts }, ifRevision: null };
  await filterPage.page.evaluate(askFilterPage, { type: 'apply-state', body });
}

/** Somebody else saves a provider's rules, past the page. */
export async function saveElsewhere(
  { url, apiKey }: Pick<TestPlayground, 'url' | 'apiKey'>,
  provider: string,
  rules: { ignore: string[]; whitelist: string[] },
): Promise<void> {
  const response = await fetch(`${url}/v1/admin/config/model-filters/${provider}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(rules),
  });
  expect(response.status).toBe(200);
}

/** A tool message's first line; what became of the page may follow it. */
function readResult(content: string | null): object {
  const [line = ''] = (content ?? '').split('\n');
  return JSON.parse(line);
}

/** Whole sentences that hold a text. Loose in its type, as Playwright's matchers are. */
function saying(text: string): unknown {
  const literal = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return expect.stringMatching(new RegExp(`^\\S.*${literal}.*(?<=[.?])$|^${literal}.*[.?]$`));
}

function callsOf(steps: readonly Step[]): ChatAnswer {
  return callsAll(...steps.map(([tool, args]): [string, string] => [tool, JSON.stringify(args)]));
}

function createStory(panel: OpenPanel, filterPage: FilterPage, endpoint: ChangingEndpoint): ToolStory {
  let runs = 0;

  /** One run. Resolves to the messages that were sent last, once the person can go on by hand. */
  async function run(
    text: string,
    asking: readonly string[],
    responses: readonly ChatAnswer[],
  ): Promise<SentMessage[]> {
    runs += 1;
    const conclusion = `That was ${runs}.`;
    const [first = says(conclusion), ...others] = responses;
    endpoint.behave(inTurn(first, ...others, says(conclusion)));
    await panel.ask(text);
    for (const tool of asking) {
      // By its name: the card of the call before may still be there.
      await expect(panel.approval.locator('code').first()).toContainText(`${tool}(`);
      await panel.apply();
    }
    await expect(panel.said(conclusion)).toBeVisible();
    await panel.finished();
    await expect(filterPage.page.locator('steward-lock')).toHaveCount(0);
    return endpoint.chats().at(-1)?.body.messages ?? [];
  }

  return {
    panel,
    async carryOut(...responses) {
      const steps = responses.flat();
      const asking = steps.map(([tool]) => tool).filter((tool) => ASKING.has(tool));
      const messages = await run('Do as planned', asking, responses.map(callsOf));
      const results = messages.filter(({ role }) => role === 'tool').slice(-steps.length);
      const got = results.map(({ content }, index) => ({ tool: steps[index]?.[0], ...readResult(content) }));
      expect(got).toEqual(steps.map(([tool, , answer]) => ({ tool, ...answer })));
    },
    async say(text) {
      const messages = await run(text, [], []);
      return messages.findLast(({ role }) => role === 'user')?.content ?? '';
    },
  };
}
