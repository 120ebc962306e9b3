import type { FilterPage } from '@/tests/drive/filter-page';
import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { type ChatAnswer, callsAll, inTurn, says } from '@/tests/fakes/chat-answers';
import type { FilterPlayground } from '@/tests/fakes/filter-playground';
import { createApprovalView } from './approval-view';
import { connectByCommand } from './connect-by-command';
import type { OpenPanel } from './fixtures';
import { allModelsLoaded } from './page-rules';
import { readTable } from './read-table';
import { sendCommand } from './send-command';
import { test as base, expect } from './strict-test';

/** A call's result, as the model received it. */
interface SentResult {
  success: boolean;
  message?: string;
  data?: Record<string, unknown>;
  error?: string;
  error_code?: string;
}

/** A user at the filter page, and a model that is about to call tools. */
export type ApprovalScenario = Awaited<ReturnType<typeof startApprovalScenario>>;

/** A call as the model writes it. */
export type Call = readonly [tool: string, args: object];

export const CONCLUSION = 'That was it.';

export const test = base.extend<{ scenario: ApprovalScenario }>({
  scenario: async ({ filterPage, openPanel, endpoint, playground }, use) => {
    await allModelsLoaded(filterPage);
    await use(await startApprovalScenario(await openPanel(filterPage.page), endpoint, playground));
  },
});

/** Connects a panel to a model that is about to call tools. */
async function startApprovalScenario(
  panel: OpenPanel,
  endpoint: ChangingEndpoint,
  playground: Pick<FilterPlayground, 'listModelIds'>,
) {
  await connectByCommand(panel, endpoint);
  const lastMessages = () => (endpoint.chats().at(-1)?.body.messages ?? []) as SentMessage[];
  const lastCalls = () => lastMessages().findLast(({ tool_calls }) => tool_calls)?.tool_calls ?? [];
  return {
    panel,
    view: createApprovalView(panel),
    /** The model answers the next message with these calls in one response, then with this conclusion. */
    modelWill(calls: readonly Call[], conclusion = CONCLUSION) {
      endpoint.behave(inTurn(callsOf(calls), says(conclusion)));
    },
    /** Sends a message, and waits for the resulting approval request. */
    async ask(text: string) {
      await panel.ask(text);
      await expect(panel.approval).toBeVisible();
    },
    /** The results that the model received for its last response, in order. */
    results: (): SentResult[] =>
      lastMessages()
        .filter(({ role }) => role === 'tool')
        .slice(-lastCalls().length)
        .map(({ content }) => JSON.parse((content ?? '').split('\n')[0] ?? '')),
    /** The calls of its last response, as the next request contains them. */
    written: () =>
      lastCalls().map(({ function: { name, arguments: text } }): Call => [name, JSON.parse(text)]),
    /** Selects “Ask before every change” for this chat. */
    async askBeforeEveryChange() {
      const [chat] = await readTable(panel.page, 'chats');
      const policy = { approvalPolicy: 'ask-every-change', permissions: {}, planMode: false };
      await sendCommand(panel.page, { type: 'set-policy', chatId: chat?.id, ...policy });
    },
    /** The names of a provider's models that clients of the proxy see. */
    async clientsSee(provider: string) {
      const ids = await playground.listModelIds();
      return ids.flatMap((id) => (id.startsWith(`${provider}/`) ? [id.slice(provider.length + 1)] : []));
    },
  };
}

interface SentMessage {
  role: string;
  content: string | null;
  tool_calls?: { function: { name: string; arguments: string } }[];
}

/** Tag of the tests of approval requests. */
export const APPROVAL = { tag: '@approval' };

export { expect };

/** The ignore rules of openai on the page. */
export async function ignoreRules(filterPage: FilterPage): Promise<string[]> {
  return (await filterPage.readState()).drafts.openai?.ignore ?? [];
}

/** The names that aren't in `others`. */
export function without(names: readonly string[], others: readonly string[]): string[] {
  return names.filter((name) => !others.includes(name));
}

function callsOf(calls: readonly Call[]): ChatAnswer {
  return callsAll(...calls.map(([tool, args]): [string, string] => [tool, JSON.stringify(args)]));
}
