import type { FilterPage } from '@/tests/drive/filter-page';
import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { type ChatAnswer, callsAll, inTurn, says } from '@/tests/fakes/chat-answers';
import { connectByCommand } from './connect-by-command';
import type { OpenPanel } from './fixtures';
import { allModelsLoaded } from './page-rules';
import { readTable } from './read-table';
import { test as base, expect } from './strict-test';
import type { Step } from './tool-step';

/** A model that calls tools on the filter page, and a user who approves every approval request. */
export interface ToolScenario {
  panel: OpenPanel;
  /**
   * Runs the responses' calls in one run. Fails unless the model gets exactly these results, and approval is
   * requested for exactly those calls that need it.
   */
  runCalls(...responses: readonly (readonly Step[])[]): Promise<void>;
  /**
   * Sends a message that the model answers in text. Resolves to the whole message as the model received it.
   */
  say(text: string): Promise<string>;
}

/** The tools that need the user's approval; calls of any other must not. */
const NEEDS_APPROVAL: ReadonlySet<string> = new Set([
  'clear_all_ignore_rules',
  'clear_all_whitelist_rules',
  'import_rules',
  'apply_rules',
  'save_changes',
  'discard_changes',
]);

type SentMessage = ReturnType<ChangingEndpoint['chats']>[number]['body']['messages'][number];

/** For tests in which a scripted model calls the page's tools. The chat is opened next to the filter page after the page has fetched all models. */
export const test = base.extend<{ scenario: ToolScenario }>({
  scenario: async ({ filterPage, openPanel, endpoint }, use) => {
    await allModelsLoaded(filterPage);
    const panel = await openPanel(filterPage.page);
    await connectByCommand(panel, endpoint);
    await use(createScenario(panel, filterPage, endpoint));
  },
});

/** Tag of the tests of the filter page and of its tools. */
export const FILTER = { tag: '@filter' };

export { expect };

/** A tool message's first line; changes of the page may follow it. */
function readResult(content: string | null): object {
  const [line = ''] = (content ?? '').split('\n');
  return JSON.parse(line);
}

function callsOf(steps: readonly Step[]): ChatAnswer {
  return callsAll(...steps.map(([tool, args]): [string, string] => [tool, JSON.stringify(args)]));
}

function createScenario(panel: OpenPanel, filterPage: FilterPage, endpoint: ChangingEndpoint): ToolScenario {
  let runs = 0;

  /**
   * Approves every request until the model has concluded. Resolves to the tools for which approval was
   * requested.
   */
  async function approveAll(conclusion: string): Promise<string[]> {
    const asked: string[] = [];
    const isOver = () => panel.said(conclusion).isVisible();
    for (;;) {
      await expect.poll(async () => (await isOver()) || (await pendingApproval(panel)) !== null).toBe(true);
      const question = await pendingApproval(panel);
      if (question === null) return asked;
      asked.push(...question.calls.flatMap(({ tool, isAsked }) => (isAsked ? [tool] : [])));
      await panel.approve();
      await expect.poll(async () => (await pendingApproval(panel))?.id).not.toBe(question.id);
    }
  }

  /**
   * Runs once. Resolves to the tools for which approval was requested and to the last request, once the page
   * is unlocked.
   */
  async function run(
    text: string,
    responses: readonly ChatAnswer[],
  ): Promise<{ asked: string[]; messages: SentMessage[] }> {
    runs += 1;
    const conclusion = `That was ${runs}.`;
    const [first = says(conclusion), ...others] = responses;
    endpoint.behave(inTurn(first, ...others, says(conclusion)));
    await panel.ask(text);
    const asked = await approveAll(conclusion);
    await panel.answered(conclusion);
    await expect(filterPage.page.locator('steward-lock')).toHaveCount(0);
    return { asked, messages: endpoint.chats().at(-1)?.body.messages ?? [] };
  }

  return {
    panel,
    async runCalls(...responses) {
      const steps = responses.flat();
      const { asked, messages } = await run('Do as planned', responses.map(callsOf));
      const results = messages.filter(({ role }) => role === 'tool').slice(-steps.length);
      const got = results.map(({ content }, index) => ({ tool: steps[index]?.[0], ...readResult(content) }));
      expect(got).toEqual(steps.map(([tool, , answer]) => ({ tool, ...answer })));
      // A call without effect needs no approval, unless other calls of the response need one.
      const done = steps.flatMap(([tool, , { success }]) =>
        success && NEEDS_APPROVAL.has(tool) ? [tool] : [],
      );
      expect(asked.filter((tool) => !NEEDS_APPROVAL.has(tool))).toEqual([]);
      expect(asked).toEqual(expect.arrayContaining(done));
    },
    async say(text) {
      const { asked, messages } = await run(text, []);
      expect(asked).toEqual([]);
      return messages.findLast(({ role }) => role === 'user')?.content ?? '';
    },
  };
}

/** The fields of a stored approval request that these tests read. */
interface PendingApproval {
  id: string;
  state: string;
  calls: { tool: string; isAsked: boolean }[];
}

/** The pending approval request; null if there is none. */
async function pendingApproval(panel: OpenPanel): Promise<PendingApproval | null> {
  const questions = (await readTable(panel.page, 'approvals')) as unknown as PendingApproval[];
  return questions.find(({ state }) => state === 'pending') ?? null;
}
