import type { Page } from '@playwright/test';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import { createApprovalView } from './approval-view';
import { attachScreenshot } from './attach-screenshot';
import { connectByCommand } from './connect-by-command';
import { policySheet } from './policy-sheet';
import { readTable } from './read-table';
import { restartWorker } from './restart-worker';
import { ENDS_WORKER, expect, test } from './strict-test';
import { thorough } from './thorough';
import { toolbarBadge } from './toolbar-badge';

const tag = '@approval';

const ADD_AUDIO = calls('add_ignore_rule', '{"pattern":"*audio*"}');
const SAVE = calls('save_changes', '{}');

/** Records violations of the panel's content security policy from now on. */
async function listenForViolations(page: Page): Promise<() => Promise<string[]>> {
  const list = await page.evaluateHandle(() => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      violations.push(`${violatedDirective} ${blockedURI}`);
    });
    return violations;
  });
  return () => list.evaluate((violations) => violations);
}

const TITLE = 'Open Steward beside this page';
const QUIET = { text: '', title: TITLE };
const WAITING = { text: '1', title: `${TITLE} — 1 chat waits for you` };

test(
  '“Ask before every change” requests approval for each change, and “Ask if risky” stops that; a forbidden tool is refused without an approval request, and an allowed save runs at once until that is revoked; each policy change is audited',
  thorough({ tag }),
  async ({ startedChat: { panel, expectNothingLost }, endpoint, filterPage, playground }, testInfo) => {
    const policy = policySheet(panel.page);
    await expect(policy.chip).toHaveText('Ask if risky');
    const violations = await listenForViolations(panel.page);
    await policy.open();
    await expect(policy.tool('add_ignore_rule')).toContainText('Runs at once');
    await policy.choose('Ask before every change');
    await expect(policy.tool('add_ignore_rule')).toContainText('Asks first');
    // The tools' schemas are loaded with them, and must not probe for eval.
    expect(await violations()).toEqual([]);
    await attachScreenshot(panel.page, testInfo, 'policy');
    await policy.close();
    await expect(policy.chip).toHaveText('Always ask');

    endpoint.behave(inTurn(ADD_AUDIO, says('Audio is hidden.')));
    await panel.ask('Hide the audio models');
    await expect(panel.approval).toContainText('*audio*');
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*']);
    await panel.approve();
    await expect(panel.said('Audio is hidden.')).toBeVisible();
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*', '*audio*']);
    await panel.finished();

    await policy.open();
    await policy.choose('Ask if risky');
    await policy.close();
    endpoint.behave(inTurn(calls('remove_ignore_rule', '{"pattern":"*audio*"}'), says('Audio is back.')));
    await panel.ask('Show them again');
    await panel.answered('Audio is back.');
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*mini*']);

    await policy.open();
    await policy.setTool('add_ignore_rule', 'Never');
    await expect(policy.tool('add_ignore_rule')).toContainText('Never runs · your rule');
    await policy.setTool('save_changes', 'Run');
    await expect(policy.tool('save_changes')).toContainText(
      'Runs without asking, and Steward can’t undo it.',
    );
    await policy.close();
    await expect(policy.chip).toHaveText('Custom rules');
    endpoint.behave(inTurn(ADD_AUDIO, says('I may not.'), SAVE, says('Saved.')));
    await panel.ask('Hide the audio models');
    await expect(panel.said('I may not.')).toBeVisible();
    await expect(panel.approval).toHaveCount(0);
    await expect(panel.toolCards('add_ignore_rule').last()).toHaveAttribute('data-state', 'refused');
    const result = endpoint.chats().at(-1)?.body.messages.at(-1);
    expect(JSON.parse(result?.content ?? '')).toMatchObject({
      success: false,
      error_code: 'denied_by_policy',
    });
    await expectNothingLost();

    await panel.ask('Save');
    await expect(panel.said('Saved.')).toBeVisible();
    await expect(panel.approval).toHaveCount(0);
    const saved = await playground.readEnvFile();
    expect(saved).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*mini*'\n`);
    await panel.finished();

    await policy.open();
    await policy.setTool('add_ignore_rule', 'Run');
    await policy.tool('save_changes').getByRole('button', { name: 'reset to the default' }).click();
    await expect(policy.tool('save_changes')).not.toContainText('your rule');
    await policy.close();
    endpoint.behave(inTurn(ADD_AUDIO, SAVE, says('Not saved.')));
    await panel.ask('Hide audio, and save');
    await panel.refuse('Not on a Friday');
    await expect(panel.said('Not saved.')).toBeVisible();
    expect(await playground.readEnvFile()).toBe(saved);

    const audit = await readTable(panel.page, 'audit');
    const words = audit.filter(({ action }) => action === 'policy').map(({ subject }) => subject);
    expect(words.filter((word) => String(word).includes('_')).sort()).toEqual([
      'add_ignore_rule: never runs',
      'add_ignore_rule: runs without asking',
      'save_changes: as the policy says',
      'save_changes: runs without asking',
    ]);
  },
);

test.extend(ENDS_WORKER)(
  'the toolbar button counts waiting chats, also after worker and panel have ended; a reopened panel shows the same request until its decision',
  { tag },
  async ({ filterPage, openPanel, endpoint, playground, steward }) => {
    endpoint.behave(inTurn(ADD_AUDIO, SAVE, says('Done.')));
    /** Any page of the extension; its manifest.json runs no script. */
    const beside = await steward.context.newPage();
    await beside.goto(steward.extensionUrl('manifest.json'));
    await filterPage.page.bringToFront();
    let panel = await openPanel(filterPage.page);
    await connectByCommand(panel, endpoint);
    expect(await toolbarBadge(beside)).toEqual(QUIET);
    await panel.ask('Hide audio, and save');
    await expect(panel.approval).toContainText('save_changes');
    await expect.poll(() => toolbarBadge(beside)).toEqual(WAITING);
    const shown = async () => {
      const view = createApprovalView(panel);
      await expect(view.card.getByRole('heading', { level: 2 })).not.toBeEmpty();
      const verdict = await view.card.getByRole('heading', { level: 2 }).innerText();
      return { verdict, names: await view.names('Newly hidden from clients') };
    };
    const before = await shown();

    // Without the badge, which the browser keeps: the restarted worker must restore it from the database.
    await beside.evaluate(() => chrome.action.setBadgeText({ text: '' }));
    await restartWorker(steward, panel.page);
    await expect.poll(() => toolbarBadge(beside)).toEqual(WAITING);
    await panel.close();
    expect(await toolbarBadge(beside)).toEqual(WAITING);
    panel = await openPanel(filterPage.page);
    expect(await shown()).toEqual(before);
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    await panel.approve();
    await expect(panel.said('Done.')).toBeVisible();
    expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*audio*'\n`);
    await expect.poll(() => toolbarBadge(beside)).toEqual(QUIET);
  },
);
