import type { Locator } from '@playwright/test';
import { chooseFromMenu } from '@/tests/drive/menu';
import { APPROVAL, CONCLUSION, expect, ignoreRules, test } from './approval-fixtures';
import { attachScreenshot } from './attach-screenshot';
import { modelNames, setRules } from './page-rules';
import { thorough } from './thorough';

test(
  'a call edited in the form or as JSON gets a new preview while the user types, can be reset, and runs as edited',
  thorough(APPROVAL),
  async ({ scenario, filterPage }, testInfo) => {
    const { panel, view } = scenario;
    const names = await modelNames(filterPage, 'openai');
    const audio = names.filter((name) => name.includes('audio'));
    const minis = names.filter((name) => name.includes('mini'));
    await scenario.askBeforeEveryChange();
    scenario.modelWill([['add_ignore_rule', { pattern: '*mini*' }]]);
    await scenario.ask('Hide the small ones');
    await expect.poll(() => view.total('Newly hidden')).toBe(minis.length);

    await view.button('Edit').click();
    await view.field('Pattern').fill('');
    await expect(view.field('Pattern')).toHaveAttribute('aria-invalid', 'true');
    await expect(view.approveButton).toHaveAttribute('aria-disabled', 'true');
    await view.field('Pattern').fill('no-such-model-*');
    await expect(view.card).toContainText('no model changes its visibility', { ignoreCase: true });
    await view.field('Pattern').fill('*audio*');
    await expect.poll(() => view.total('Newly hidden')).toBe(audio.length);
    await expect(view.ready).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'approval-edited');

    const editJson = async (text: string) => {
      await view.card.getByText('JSON', { exact: true }).click();
      await view.field('Arguments').fill(text);
    };
    await editJson('{"pattern": "*audio*", "provider": ');
    await expect(view.approveButton).toHaveAttribute('aria-disabled', 'true');
    await view.field('Arguments').fill('{"pattern": "*audio*", "size": 3}');
    await expect(view.field('Arguments')).toHaveAttribute('aria-invalid', 'true');
    await expect(view.approveButton).toHaveAttribute('aria-disabled', 'true');
    await view.button('Reset to the assistant’s version').click();
    await expect(view.ready).toBeVisible();
    await editJson('{"pattern": "*audio*", "provider": "openai"}');
    await view.button('Close the form').click();
    await expect(view.card).toContainText('Edited. The assistant wrote add_ignore_rule("*mini*")');
    expect(await ignoreRules(filterPage)).toEqual([]);

    await view.approve();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    expect(await ignoreRules(filterPage)).toEqual(['*audio*']);
    // The model's own call stays in the conversation; its result reports what ran instead.
    expect(scenario.written()).toEqual([['add_ignore_rule', { pattern: '*mini*' }]]);
    expect(scenario.results()).toMatchObject([
      {
        success: true,
        message: expect.stringContaining('The user changed this call'),
        data: {
          proposed: { pattern: '*mini*' },
          ran_with: { pattern: '*audio*', provider: 'openai' },
          newly_hidden: audio,
        },
      },
    ]);
  },
);

test(
  'a tool allowed in one chat needs no approval there, and still needs it in other chats, where a refusal, also of a page that changed meanwhile, tells the model its reason',
  thorough(APPROVAL),
  async ({ scenario, filterPage, playground }, testInfo) => {
    const { panel, view } = scenario;
    await setRules(filterPage, { openai: { ignore: ['*audio*'], whitelist: [] } });
    scenario.modelWill([['save_changes', {}]]);
    await scenario.ask('Save it');
    await view.card.getByText('Options for next time', { exact: true }).click();
    await view.card.getByRole('checkbox', { name: 'Don’t ask again for save_changes in this chat' }).check();
    await view.approve();
    await expect(panel.said(CONCLUSION)).toBeVisible();

    await setRules(filterPage, { openai: { ignore: ['*audio*', '*realtime*'], whitelist: [] } });
    scenario.modelWill([['save_changes', {}]], 'Saved once more.');
    await panel.ask('Save it again');
    await expect(panel.said('Saved once more.')).toBeVisible();
    expect(await playground.readEnvFile()).toContain("IGNORE_MODELS_OPENAI='*audio*,*realtime*'");

    await panel.finished();
    await chooseFromMenu(panel.page, 'New chat');
    await expect(panel.said('Saved once more.')).toHaveCount(0);
    await setRules(filterPage, {});
    scenario.modelWill([['save_changes', {}]]);
    await scenario.ask('Save it here');
    await view.button('Refuse…').click();
    await view.field('Reason').fill('Not before noon');
    await attachScreenshot(panel.page, testInfo, 'approval-refusing');
    await setRules(filterPage, { openai: { ignore: ['*mini*'], whitelist: [] } });
    await view.button('Refuse').click();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    await expect(panel.toolCards('save_changes')).toHaveAttribute('data-state', 'refused');
    await attachScreenshot(panel.page, testInfo, 'approval-refused');
    expect(await ignoreRules(filterPage)).toEqual(['*mini*']);
    expect(scenario.results()).toMatchObject([{ success: false, error_code: 'rejected_by_user' }]);
    expect(JSON.stringify(scenario.results())).toContain('Not before noon');
    await expect(filterPage.unsavedMark).toBeVisible();
    expect(await playground.readEnvFile()).toContain("IGNORE_MODELS_OPENAI='*audio*,*realtime*'");
  },
);

test(
  'keyboard only: refuse and continue, edit, approve; a shortcut held down until its card is gone sends nothing',
  thorough(APPROVAL),
  async ({ scenario, filterPage }) => {
    const { panel, view } = scenario;
    const { keyboard } = panel.page;
    await scenario.askBeforeEveryChange();
    scenario.modelWill([['add_ignore_rule', { pattern: '*mini*' }]]);
    await scenario.ask('Hide the small ones');
    // The message field keeps the focus, and a shortcut that was meant for a message doesn't approve anything.
    await expect(panel.message).toBeFocused();
    await expect(view.ready).toBeVisible();
    const keys = view.card.getByText('Esc refuses');
    await expect(keys).toBeHidden();
    await keyboard.press('Control+Enter');
    // Back into the card, whose last control is before the message field's link to the menu.
    await keyboard.press('Shift+Tab');
    await keyboard.press('Shift+Tab');
    await expect(view.button('Refuse…')).toBeFocused();
    await expect(keys).toBeVisible();
    expect(await ignoreRules(filterPage)).toEqual([]);

    await keyboard.press('Escape');
    await expect(view.field('Reason')).toBeFocused();
    await keyboard.press('Escape');
    await expect(view.card).toBeFocused();
    await expect(view.field('Reason')).toHaveCount(0);

    // Tab reaches every control; the first ones lead to the form.
    const tabTo = async (control: Locator) => {
      for (let presses = 0; presses < 30; presses += 1) {
        await keyboard.press('Tab');
        if (await control.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error('Tab doesn’t reach it.');
    };
    await tabTo(view.button('Edit'));
    await keyboard.press('Enter');
    await tabTo(view.field('Pattern'));
    await keyboard.press('Control+a');
    await keyboard.type('*audio*');
    await expect(view.ready).toBeVisible();
    await keyboard.press('Control+Enter');
    await expect(panel.said(CONCLUSION)).toBeVisible();
    expect(await ignoreRules(filterPage)).toEqual(['*audio*']);
    await expect(panel.message).toBeFocused();
    await panel.finished();

    scenario.modelWill([['add_ignore_rule', { pattern: '*mini*' }]], 'That was all.');
    await scenario.ask('Hide the small ones all the same');
    await expect(view.ready).toBeVisible();
    await panel.message.fill('And then');
    await view.button('Apply').focus();
    await keyboard.down('Control');
    await keyboard.down('Enter');
    await expect(panel.message).toBeFocused();
    // Repeats of a key that is already down.
    for (let count = 0; count < 5; count += 1) await keyboard.down('Enter');
    await keyboard.up('Enter');
    await keyboard.up('Control');
    await panel.answered('That was all.');
    await expect(panel.message).toHaveValue('And then');
    expect(await ignoreRules(filterPage)).toEqual(['*audio*', '*mini*']);
  },
);
