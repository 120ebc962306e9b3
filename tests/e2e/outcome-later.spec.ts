import { callsAll, inTurn, respondsWith, says } from '@/tests/fakes/chat-answers';
import {
  addRuleByHand,
  CONCLUSION,
  chooseBeforeRule,
  expect,
  HIDE_AUDIO,
  holdResponse,
  ignoreRules,
  OUTCOME,
  reportedChanges,
  stopInTime,
  test,
} from './outcome-fixtures';
import { openAlert } from './page-faults';
import { thorough } from './thorough';

/** Longer than a stop waits for an answer, and shorter than the page half's own limit. */
const SLOW_MS = 5_000;

test(
  'a write that a slow page makes after Stop isn’t reported as the user’s, and is reverted by a rollback that keeps the user’s changes',
  thorough(OUTCOME),
  async ({ scenario, endpoint, faults, filterPage }) => {
    test.slow();
    const { panel } = scenario;
    await faults.disturb('apply-state', { kind: 'slow', ms: SLOW_MS });
    scenario.modelWill([HIDE_AUDIO]);
    await panel.ask('Hide audio');
    await expect(panel.toolCards('add_ignore_rule')).toBeVisible();
    await expect.poll(() => faults.pending()).toBe(0);
    await stopInTime(panel);
    await expect(filterPage.ignoreRule('*audio*')).toBeVisible({ timeout: 15_000 });
    await addRuleByHand(filterPage, '*vision*');

    await chooseBeforeRule(panel);
    await expect(panel.checkpoints).toContainText('*vision*');
    await panel.rollBack();
    await expect.poll(() => ignoreRules(filterPage)).toEqual(['*vision*']);

    endpoint.behave(says(CONCLUSION));
    await panel.converse('What did I change?', CONCLUSION);
    expect(reportedChanges(endpoint)).toEqual([{ pattern: '*vision*', by: 'the user' }]);
  },
);

test(
  'Stop ends the retried reads of a page in an alert within a second',
  thorough(OUTCOME),
  async ({ scenario, endpoint, filterPage }) => {
    const { panel } = scenario;
    const look = (text: string): [string, string] => [
      'get_models_matching_pattern',
      JSON.stringify({ pattern: `*${text}*` }),
    ];
    const open = holdResponse(endpoint, callsAll(look('a'), look('b'), look('c'), look('d'), look('e')));
    await panel.ask('Look');
    await expect.poll(() => endpoint.chats().length).toBe(1);
    const alert = await openAlert(filterPage.page, panel.page);
    open();
    await expect(panel.toolCards('get_models_matching_pattern')).toHaveCount(5);
    await stopInTime(panel);
    await alert.dismiss();
  },
);

test(
  'Retry after a failed request sends the page’s current state',
  thorough(OUTCOME),
  async ({ scenario, endpoint, filterPage }) => {
    const { panel } = scenario;
    const refused = respondsWith(401, 'application/json', '{"error":{"message":"no"}}');
    endpoint.behave(inTurn(refused, says(CONCLUSION)));
    await panel.ask('Which rules are there?');
    await expect(panel.alert).toBeVisible();
    await addRuleByHand(filterPage, '*vision*');
    await panel.retry();
    await panel.answered(CONCLUSION);
    expect(reportedChanges(endpoint)).toEqual([{ pattern: '*vision*', by: 'the user' }]);
    expect(JSON.stringify(endpoint.chats().at(-1)?.body.messages)).toMatch(
      /ignore rules:\\ni1 .{2}\*vision\*/,
    );
  },
);
