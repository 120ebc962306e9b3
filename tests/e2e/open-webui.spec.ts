import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { startOpenWebuiDouble } from '@/tests/fakes/open-webui/start-open-webui-double';
import { createApprovalView } from './approval-view';
import { attachScreenshot } from './attach-screenshot';
import { connectByCommand } from './connect-by-command';
import { enterKey, expectKeptSecret, SERVICE_TEXTS, serviceTest, writesTo } from './service-page';
import { expect } from './strict-test';
import { thorough } from './thorough';

const tag = '@adapters';
const DISABLE_PREVIEWS = calls('set_models_enabled', '{"pattern":"*preview*","enabled":false}');
/** Everyone may choose this one; the other previews are for administrators alone. */
const SHARED_PREVIEW = 'gemini/gemini-3-flash-preview';

const test = serviceTest(startOpenWebuiDouble, async (page, { origin }) => {
  await page.goto(`${origin}/`);
});

test(
  'asks for the API key, disables preview models after approval, and a rollback brings them back',
  { tag },
  async ({ panel, double, endpoint }, testInfo) => {
    const before = await double.choosable();
    expect(before).toContain(SHARED_PREVIEW);
    await expect(panel.pageLine).toContainText('Steward needs a key of');
    expect(double.requests).toEqual([]);
    await enterKey(panel, double.userToken);
    await expect(panel.pageLine).toContainText('It has to be the key of an administrator');
    await panel.page.getByRole('button', { name: 'Try again' }).click();
    await expect(panel.pageLine).toContainText('Open WebUI refuses the API key');
    await enterKey(panel, double.key);
    await expect(panel.pageLine).toContainText('1 disabled · ');

    await connectByCommand(panel, endpoint);
    endpoint.behave(inTurn(DISABLE_PREVIEWS, says('They are gone.')));
    await panel.ask('Disable all preview models');
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();
    await expect(view.card).toContainText(SERVICE_TEXTS.makesChanges(3));
    await expect(view.card).toContainText(`"${SHARED_PREVIEW}": enabled → disabled`);
    await attachScreenshot(panel.page, testInfo, 'open-webui-approval');
    expect(writesTo(double)).toEqual([]);
    await view.approve();
    await panel.answered('They are gone.');
    await expect(panel.pageLine).toContainText('4 disabled · ');
    expect(await double.choosable()).toEqual(before.filter((id) => id !== SHARED_PREVIEW));
    expect(JSON.stringify(endpoint.chats())).toContain('Checked: chats get the changed list of models.');

    await panel.openCheckpoints();
    await panel.chooseCheckpoint(SERVICE_TEXTS.checkpointOf('Disable all preview models'));
    await panel.rollBack();
    await expect.poll(double.choosable).toEqual(before);
    await expect(panel.pageLine).toContainText('1 disabled · ');

    await expectKeptSecret(panel, endpoint, [double.key, double.userToken, 'a private prompt']);
  },
);

test(
  'changes nothing when a connection offers one more model that the approved pattern fits while an approval is pending',
  thorough({ tag }),
  async ({ panel, double, endpoint }) => {
    await enterKey(panel, double.key);
    await expect(panel.pageLine).toContainText('Open WebUI ·');
    await connectByCommand(panel, endpoint);
    endpoint.behave(inTurn(DISABLE_PREVIEWS, says('I leave it.')));
    await panel.ask('Disable all preview models');
    const view = createApprovalView(panel);
    await expect(view.ready).toBeVisible();

    double.offered.push('openai/gpt-5-preview');
    await view.approve();
    // The models of the connections are no part of the state, so the decision is refused instead of the request renewed.
    await expect(view.card).toContainText('The page has changed since the preview was made');
    await expect(view.card).toContainText(SERVICE_TEXTS.makesChanges(4));
    await panel.refuse('Somebody else is at it.');
    await expect(panel.said('I leave it.')).toBeVisible();
    expect(writesTo(double)).toEqual([]);
  },
);
