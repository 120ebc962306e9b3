import { createConnectionSheet } from '@/tests/drive/connection-sheet';
import { openChatSettings } from '@/tests/drive/menu';
import type { ScriptedReply } from '@/tests/fakes/scripted-events';
import type { ScriptStep } from '@/tests/fakes/scripted-model';
import { attachLooks } from './attach-looks';
import { expectAccessible } from './expect-accessible';
import { expect, test } from './fixtures';
import { inBothBrowsers } from './thorough';

const says = (content: string): ScriptedReply => ({ kind: 'response', content });
const calls = (name: string, args: Record<string, unknown>): ScriptedReply => ({
  kind: 'response',
  calls: [{ name, arguments: args }],
});
const hides = (pattern: string, provider = 'openai') => calls('add_ignore_rule', { provider, pattern });

/** The responses to the eight tasks, of which the last one is wrong. */
const ANSWERS: ScriptedReply[] = [
  ...[hides('gpt-4o-mini'), says('Hidden.')],
  ...[hides('*preview*', 'gemini'), says('Hidden.')],
  ...[hides('o3-mini'), calls('save_changes', {}), says('Hidden and saved.')],
  says('Which model do you mean?'),
  says('This chat is read-only.'),
  says('gpt-4.1, gpt-4o and gpt-4o-mini do.'),
  ...[hides('o3'), hides('o3'), says('Hidden.')],
  says('5'),
];

test(
  'a model’s check shows task by task how it uses the tools, marks the model in the list, and is in the costs of the chat; the page stays as it is',
  inBothBrowsers({ tag: '@own' }),
  async ({ filterPage, openPanel, startModel }, testInfo) => {
    const steps: ScriptStep[] = [
      () => says('Hello.'),
      ...ANSWERS.map(
        (answer): ScriptStep =>
          () =>
            answer,
      ),
      () => hides('gpt-4o'),
      () => ({ kind: 'error', status: 402, message: 'Your credit is used up.' }),
    ];
    const model = await startModel(steps);
    const panel = await openPanel(filterPage.page);
    const sheet = createConnectionSheet(panel.page);
    await sheet.enter({ baseUrl: model.baseUrl, apiKey: model.apiKey });
    await sheet.save();
    await panel.ask('Hello');
    await panel.answered('Hello.');
    const before = await filterPage.page.locator('main').innerText();

    const settings = await openChatSettings(panel.page, 'Model');
    const check = settings.getByRole('region', { name: 'Model check' });
    await expect(check).toContainText('A check takes about 55,000 tokens.');
    await check.getByRole('button', { name: 'Check this model' }).click();
    await expect(check.getByText('7 of 8 tasks done right')).toBeVisible({ timeout: 60_000 });
    await expect(check.locator('[data-verdict="failed"]')).toHaveText(/^States the right number/);
    await expect(check).toContainText(/\d s to the first word · about 1,600 tokens a task/);
    await check.scrollIntoViewIfNeeded();
    await attachLooks(panel.page, testInfo, 'model-check', [360, 252]);
    await expectAccessible(panel.page, 'model-check');
    expect(model.failures).toEqual([]);
    expect(model.requests).toHaveLength(1 + ANSWERS.length);

    await check.getByRole('button', { name: 'Check again' }).click();
    await expect(check).toContainText('The check ended after 0 of 8 tasks:', { timeout: 60_000 });
    await settings.getByRole('button', { name: 'Close' }).click();
    expect(await filterPage.page.locator('main').innerText()).toBe(before);
    await panel.page.getByRole('button', { name: /^Context and costs: / }).click();
    await expect(
      panel.page.getByRole('row', { name: new RegExp(`Model checks · ${ANSWERS.length + 1} requests`) }),
    ).toBeVisible();
  },
);
