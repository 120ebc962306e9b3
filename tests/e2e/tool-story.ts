import type { FilterPage } from '@/scripts/drive/filter-page';
import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { type ChatAnswer, callsAll, inTurn, says } from '@/tests/fakes/chat-answers';
import { withFilterPlayground } from '@/tests/fakes/filter-playground';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import type { OpenPanel } from './fixtures';
import { allModelsLoaded } from './page-rules';
import { test as base, expect } from './quiet-test';
import type { Step } from './tool-step';

/** A model that calls tools on the filter page, beside a person who applies whatever asks. */
export interface ToolStory {
  panel: OpenPanel;
  /**
   * The calls of one response after the other, in one run. Fails unless the model got exactly these answers. A tool
   * that asks the person can't be called twice in a row.
   */
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

/** A tool message's first line; what became of the page may follow it. */
function readResult(content: string | null): object {
  const [line = ''] = (content ?? '').split('\n');
  return JSON.parse(line);
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
