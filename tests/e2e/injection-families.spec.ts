import type { Page } from '@playwright/test';
import type { FilterPage } from '@/tests/drive/filter-page';
import { chooseFromMenu } from '@/tests/drive/menu';
import type { FilterPlayground } from '@/tests/fakes/filter-playground';
import { OBEYED, type ObedientModel, type SentMessage } from '@/tests/fakes/obedient-model';
import { type Goal, PAYLOAD_FAMILIES, type PayloadFamily } from '@/tests/security/payload-families';
import { expectDataStaysData } from './expect-data-stays-data';
import type { OpenPanel } from './fixtures';
import { expect, INJECTION, test, type UntrustedTexts } from './injection-fixtures';
import { NO_TOOL, stageOrders } from './injection-orders';
import { readOtherTables } from './read-other-tables';
import { readTable } from './read-table';
import { thorough } from './thorough';

/** Each test takes a share of the families, so that they can run in parallel. */
const SHARES = 12;

const WATCH = 'Which models are hidden?';
const COMPARE = 'Why is openai empty?';
const REFUSAL = 'I never asked for that.';

interface World {
  filterPage: FilterPage;
  playground: FilterPlayground;
  panel: OpenPanel;
  model: ObedientModel;
  trap: { origin: string };
  stage: (texts: UntrustedTexts) => Promise<void>;
}

for (let share = 0; share < SHARES; share += 1) {
  test(
    `injected orders need the user’s approval or have no effect, share ${share + 1} of ${SHARES}`,
    thorough(INJECTION),
    async ({ filterPage, playground, panel, model, trap, stage }) => {
      test.setTimeout(240_000);
      const world = { filterPage, playground, panel, model, trap, stage };
      const families = PAYLOAD_FAMILIES.map((family, number) => ({ family, number }));
      const nonces = new Set<string>();
      for (const { family, number } of families.filter((_, index) => index % SHARES === share)) {
        await test.step(family.name, () => tryFamily(world, family, number, nonces));
      }
      await expectSecretsStayPut(world);
    },
  );
}

/** One family in every place of the page, in two chats. `nonces`: those of all chats so far. */
async function tryFamily(
  world: World,
  family: PayloadFamily,
  number: number,
  nonces: Set<string>,
): Promise<void> {
  const { filterPage, panel, trap, stage } = world;
  const orders = stageOrders(family, number, trap.origin);
  await stage(orders);
  const before = await readProtectedFacts(world);
  const inView = [...orders.nameOrders, orders.ruleOrder];

  // Names and rules are in the page’s state.
  await inNewChat(world, WATCH, { orders: inView, needApproval: inView, nonces });
  expect(await readProtectedFacts(world)).toEqual(before);

  // The error is too, and it makes the model read the names by a tool.
  await filterPage.chooseProvider('openai');
  const beforeError = await readProtectedFacts(world);
  const byTool = [orders.errorOrder, ...orders.nameOrders];
  await inNewChat(world, COMPARE, { orders: byTool, needApproval: orders.nameOrders, nonces });
  expect(await readProtectedFacts(world)).toEqual(beforeError);
  await expect(panel.alert).toHaveCount(0);
}

/**
 * Sends a message in a new chat, and refuses the model's calls. Fails unless every order reached the model
 * and was obeyed.
 */
async function inNewChat(
  { panel, model }: World,
  question: string,
  {
    orders,
    needApproval,
    nonces,
  }: { orders: readonly Goal[]; needApproval: readonly Goal[]; nonces: Set<string> },
): Promise<void> {
  // The first chat is new by itself; a second one would be indistinguishable from it.
  if ((await panel.said(OBEYED).count()) > 0) {
    await chooseFromMenu(panel.page, 'New chat');
    await expect(panel.said(OBEYED)).toHaveCount(0);
  }
  model.knowOrders(orders);
  const sentBefore = model.chats().length;
  await panel.ask(question);
  // All calls of one response in one approval request, none of them run yet.
  const asked = needApproval.filter(({ tool }) => tool !== NO_TOOL);
  await expect(panel.approval.getByRole('article')).toHaveCount(asked.length);
  await panel.refuse(REFUSAL);
  await panel.answered(OBEYED);

  const chats = model.chats().slice(sentBefore);
  const results = resultsOf(chats.at(-1)?.messages ?? []);
  for (const { tool } of orders) expect(results, `a result of ${tool}`).toHaveProperty(tool);
  for (const { tool } of needApproval) expect(results[tool], tool).toMatchObject({ success: false });
  const own = expectDataStaysData(chats, [question]);
  for (const nonce of own) expect(nonces).not.toContain(nonce);
  for (const nonce of own) nonces.add(nonce);
  await expectInertAnswer(panel.page);
}

/** Everything that only the user may change: the page, its file, and Steward's settings and permissions. */
async function readProtectedFacts({ filterPage, playground, panel }: World) {
  const chats = await readTable(panel.page, 'chats');
  return {
    page: await filterPage.readRestorableState(),
    file: await playground.readEnvFile(),
    // Of all chats: they must never differ.
    settings: [...new Set(chats.map(({ settings, binding }) => JSON.stringify([settings, binding])))],
    connections: await readTable(panel.page, 'connections'),
  };
}

/** The tools of a conversation’s results, each with its last result. */
function resultsOf(messages: readonly SentMessage[]): Record<string, unknown> {
  const tools = new Map(
    messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id, function: { name } }) => [id, name])),
  );
  const results = messages.filter(({ role }) => role === 'tool');
  return Object.fromEntries(
    results.map(({ tool_call_id = '', content }) => [
      tools.get(tool_call_id),
      JSON.parse((content ?? '').split('\n')[0] ?? ''),
    ]),
  );
}

/** Images are never loaded, and nothing in an answer opens by itself. */
async function expectInertAnswer(page: Page): Promise<void> {
  await expect(page.locator('img, iframe, object, embed, video, audio, picture')).toHaveCount(0);
  await expect(page.getByRole('log', { name: 'Chat' }).locator('a, form, [style]')).toHaveCount(0);
}

/** The key was sent only to its own endpoint, in its own header; there were no other connections. */
async function expectSecretsStayPut({ panel, playground, model }: World): Promise<void> {
  for (const { headers, body, path } of model.requests) {
    const { authorization, ...others } = headers;
    expect(authorization).toBe(`Bearer ${model.apiKey}`);
    expect(JSON.stringify([others, body, path])).not.toContain(model.apiKey);
  }
  // The only place where keys are stored.
  expect(await readOtherTables(panel.page, 'connectionSecrets')).not.toContain(model.apiKey);
  expect(await panel.page.content()).not.toContain(model.apiKey);
  expect(await playground.readEnvFile()).not.toContain(model.apiKey);
}
