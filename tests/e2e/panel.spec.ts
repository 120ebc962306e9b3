import type { RecordedRequest, ScriptStep } from '@/tests/fakes/scripted-model';
import { announcePageProtocol } from './announce-page-protocol';
import { expect, type OpenPanel, type TestModel, test } from './fixtures';
import { inBothBrowsers, thorough } from './thorough';

const say =
  (content: string): ScriptStep =>
  () => ({ kind: 'response', content });

const call =
  (name: string, args: Record<string, unknown>): ScriptStep =>
  () => ({ kind: 'response', calls: [{ name, arguments: args }] });

const COLD: ScriptStep = () => ({ kind: 'error', status: 500, message: 'The engine is cold.' });

const HIDE_MINIS = [call('add_ignore_rule', { pattern: '*mini*' }), say('The minis are hidden.')];

async function connect(panel: OpenPanel, model: TestModel): Promise<void> {
  await panel.connectScripted(model);
}

test(
  'Stop during a streaming answer closes the connection and keeps the text received so far',
  inBothBrowsers({ tag: '@panel' }),
  async ({ filterPage, openPanel, startModel }) => {
    const model = await startModel([
      () => ({ kind: 'stall', content: 'Once upon a time' }),
      say('Here I am.'),
    ]);
    const panel = await openPanel(filterPage.page);
    await connect(panel, model);

    await panel.ask('Tell me a story');
    await expect(panel.conversation).toContainText('Once upon a time');
    await panel.stop();
    expect(model.requests).toHaveLength(1);
    await model.requests[0]?.brokenOff;
    await panel.finished();
    await expect(panel.conversation).toContainText('Once upon a time');

    await panel.ask('Are you there?');
    await expect(panel.conversation).toContainText('Here I am.');
  },
);

test('an endpoint that fails twice is retried without the user', {
  tag: ['@panel', '@thorough'],
}, async ({ filterPage, openPanel, startModel }) => {
  const model = await startModel([COLD, COLD, say('Warm now.')]);
  const panel = await openPanel(filterPage.page);
  await connect(panel, model);

  await panel.ask('Hello');
  await expect(panel.said('Trying again').filter({ hasText: '(2 of 3)' })).toBeVisible();
  await expect(panel.said('Trying again').filter({ hasText: '(3 of 3)' })).toBeVisible();
  await panel.answered('Warm now.');
  await expect(panel.said('Trying again')).toHaveCount(0);
  await expect(panel.alert).toHaveCount(0);
  const [first, ...rest] = model.requests.map(({ rawBody }) => rawBody);
  expect(rest).toEqual([first, first]);
});

test(
  'the user’s changes on the page are reported to the model, and shown before a rollback',
  thorough({ tag: '@main' }),
  async ({ filterPage, openPanel, startModel }) => {
    const model = await startModel([...HIDE_MINIS, say('I see your rule.')]);
    const panel = await openPanel(filterPage.page);
    await connect(panel, model);
    await panel.ask('Hide the minis');
    await expect(panel.conversation).toContainText('The minis are hidden.');

    await filterPage.addIgnoreRule('*audio*');
    await panel.ask('What did I do?');
    await expect(panel.conversation).toContainText('I see your rule.');
    const told = lastUserMessage(model.requests.at(-1));
    expect(told).toMatch(/<changes-since-last-message [^>]*>\n.* rule_added \{.*"\*audio\*".*\}\n<\/changes/);

    await filterPage.addIgnoreRule('*vision*');
    const edited = await filterPage.readRestorableState();
    await panel.openCheckpoints();
    await panel.chooseCheckpoint('Hide *');
    await expect(panel.checkpoints).toContainText('*vision*');
    await panel.keepPage();
    await expect(panel.checkpoints).toBeHidden();
    expect(await filterPage.readRestorableState()).toEqual(edited);
  },
);

test(
  'on a page that is not ready, such as a sign-in page, the panel shows the next step',
  thorough({ tag: '@panel' }),
  async ({ steward, playground, openPanel }) => {
    const page = await steward.context.newPage();
    await page.goto(`${playground.url}/v1/health`);
    await announcePageProtocol(page);
    const panel = await openPanel(page);
    await expect(panel.page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(panel.pageLine).toContainText('Steward can’t read this page yet.');
    await expect(
      panel.page.getByText('If the page asks you to sign in, sign in first. Then try again.'),
    ).toBeVisible();
  },
);

function lastUserMessage(request: RecordedRequest | undefined): string | null | undefined {
  return request?.body.messages.findLast(({ role }) => role === 'user')?.content;
}
