import { callsAll, inTurn, says } from '@/tests/fakes/chat-answers';
import {
  addRuleByHand,
  CONCLUSION,
  chooseBeforeRule,
  expect,
  holdResponse,
  ignoreRules,
  OUTCOME,
  reportedChanges,
  test,
} from './outcome-fixtures';
import { thorough } from './thorough';

const ADD_AUDIO = ['add_ignore_rule', '{"pattern":"*audio*"}'] as const;

test(
  'after a reload in the middle of a batch the remaining calls are refused, and the reload is named',
  thorough(OUTCOME),
  async ({ scenario, faults, filterPage }) => {
    const { panel } = scenario;
    const patterns = ['*audio*', '*vision*', '*realtime*', '*turbo*', '*image*', '*tts*', '*-0*', '*search*'];
    scenario.modelWill(patterns.map((pattern) => ['add_ignore_rule', { pattern }]));
    await faults.disturb('apply-state', { kind: 'late', ms: 60_000 });
    await panel.ask('Hide all of these');
    await expect(filterPage.ignoreRule('*audio*')).toBeVisible();
    await filterPage.page.reload();
    await filterPage.counts();
    await expect(panel.said(CONCLUSION)).toBeVisible({ timeout: 30_000 });
    await panel.finished();

    const { provider, drafts } = await filterPage.readState();
    expect(provider).not.toBe('openai');
    expect(drafts).toEqual({});
    const [, ...following] = scenario.results();
    expect(following).toHaveLength(7);
    for (const result of following) {
      expect(result.success).toBe(false);
      expect(result.message).toContain('by a reload of the page');
    }
  },
);

test(
  'a write after a read is refused when the user switched the provider while the run was paused',
  thorough(OUTCOME),
  async ({ scenario, endpoint, filterPage }) => {
    const { panel } = scenario;
    const open = holdResponse(
      endpoint,
      callsAll(['get_models_matching_pattern', '{"pattern":"*audio*"}'], [...ADD_AUDIO]),
    );
    await panel.ask('Hide audio');
    await panel.holdRun('Pause');
    open();
    await expect(panel.said('Paused. Nothing is sent or changed meanwhile.')).toBeVisible();
    await filterPage.page.locator('steward-lock').waitFor({ state: 'detached' });
    await filterPage.chooseProvider('anthropic');
    await panel.conversation.getByRole('button', { name: 'Resume' }).click();
    await panel.answered(CONCLUSION);
    expect(scenario.results().at(-1)).toMatchObject({ success: false });
    expect(scenario.results().at(-1)?.message).toContain('by the user');
    await expect(panel.approval).toHaveCount(0);
    expect((await filterPage.readState()).drafts).toEqual({});
  },
);

test(
  "a write with ask_user isn't reported as the user's change with the next message",
  thorough(OUTCOME),
  async ({ scenario, endpoint, filterPage }) => {
    const { panel } = scenario;
    const ending: [string, string] = ['ask_user', '{"question":"And which else?","choices":[]}'];
    endpoint.behave(inTurn(callsAll([...ADD_AUDIO], ending), says(CONCLUSION)));
    await panel.ask('Hide audio');
    await expect(panel.toolCards('add_ignore_rule')).toHaveAttribute('data-state', 'done');
    await expect(panel.page.getByText('And which else?').first()).toBeVisible();
    await expect(filterPage.page.locator('steward-lock')).toHaveCount(0);
    await addRuleByHand(filterPage, '*vision*');
    await panel.converse('What did I change?', CONCLUSION);
    // The round of calls continues with the answer, and ends with its own changes.
    expect(reportedChanges(endpoint)).toEqual([
      { pattern: '*audio*', by: 'the assistant' },
      { pattern: '*vision*', by: 'the user' },
    ]);
  },
);

test(
  "a write with finish_task is reverted by a rollback that keeps the user's changes, which the next message reports",
  thorough(OUTCOME),
  async ({ scenario, endpoint, filterPage }) => {
    const { panel } = scenario;
    endpoint.behave(callsAll([...ADD_AUDIO], ['finish_task', '{"summary":"All is hidden."}']));
    await panel.ask('Hide audio');
    await expect(panel.toolCards('add_ignore_rule')).toHaveAttribute('data-state', 'done');
    await panel.finished();
    await addRuleByHand(filterPage, '*vision*');
    await chooseBeforeRule(panel);
    await expect(panel.checkpoints).toContainText('Changed by you since the assistant last saw the page:');
    await expect(panel.checkpoints.getByRole('radio', { name: 'Keep these changes' })).toBeChecked();
    await panel.rollBack();
    expect(await ignoreRules(filterPage)).toEqual(['*vision*']);

    endpoint.behave(says(CONCLUSION));
    await panel.converse('What did I change?', CONCLUSION);
    expect(reportedChanges(endpoint)).toEqual([{ pattern: '*vision*', by: 'the user' }]);
  },
);
