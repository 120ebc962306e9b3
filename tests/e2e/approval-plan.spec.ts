import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import { APPROVAL, CONCLUSION, expect, test, without } from './approval-fixtures';
import { attachScreenshot } from './attach-screenshot';
import { policySheet } from './policy-sheet';
import { thorough } from './thorough';

const PLAN = 'Two rules, and then a save.';

test(
  '“Plan first” collects the changes of several rounds, and nothing changes until one click applies the whole plan, with one checkpoint',
  thorough(APPROVAL),
  async ({ scenario, endpoint, filterPage, playground }, testInfo) => {
    const { panel, view } = scenario;
    const before = await filterPage.readRestorableState();
    const seenBefore = await scenario.clientsSee('openai');
    const policy = policySheet(panel.page);
    await policy.open();
    await policy.setTool('save_changes', 'Run');
    await policy.choose('Plan first');
    await expect(policy.tool('add_ignore_rule')).toContainText('Waits in the plan');
    await policy.close();
    await expect(policy.chip).toHaveText('Plan first');
    endpoint.behave(
      inTurn(
        calls('add_ignore_rule', '{"pattern":"*audio*"}'),
        calls('add_ignore_rule', '{"pattern":"*realtime*"}'),
        calls('save_changes', '{}'),
        says(PLAN),
        says(CONCLUSION),
      ),
    );
    await scenario.ask('Hide audio and realtime, and save');
    await expect(panel.said(PLAN)).toBeVisible();
    // Each call's predicted result was sent to the model, computed after those of the calls before it.
    expect(endpoint.chats().at(-1)?.body.messages.at(-1)?.content).toContain('Planned, not done');
    await expect(view.calls).toHaveCount(3);
    await expect(view.card.getByRole('checkbox', { name: /^(add_ignore_rule|save_changes)/ })).toHaveCount(3);
    await expect(view.ready).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'approval-plan');
    const hidden = await view.names('Newly hidden from clients');
    expect(await filterPage.readRestorableState()).toEqual(before);
    expect(await playground.readEnvFile()).toBe(ENV_FILE);

    await view.approve();
    await panel.answered(CONCLUSION);
    expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*audio*,*realtime*'\n`);
    const lost = without(seenBefore, await scenario.clientsSee('openai'));
    expect(hidden.toSorted()).toEqual(lost.toSorted());

    await panel.openCheckpoints();
    await expect(panel.checkpoints.getByRole('radio', { name: /^Before: / })).toHaveCount(1);
    await panel.chooseCheckpoint('Hide *audio* and 2 more');
    await panel.rollBack();
    expect(await filterPage.readRestorableState()).toEqual(before);
  },
);
