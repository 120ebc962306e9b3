import { ENV_FILE } from '@/tests/fakes/test-playground';
import { APPROVAL, type Call, CONCLUSION, expect, ignoreRules, test, without } from './approval-fixtures';
import { attachScreenshot } from './attach-screenshot';
import { setRules } from './page-rules';
import { thorough } from './thorough';

const BEFORE = { openai: { ignore: ['*mini*'], whitelist: ['gpt-4o-mini'] } };

/** Three calls that need approval, and one between them that the policy allows. */
const CLEAN_UP: readonly Call[] = [
  ['clear_all_whitelist_rules', {}],
  ['add_ignore_rule', { pattern: '*realtime*' }],
  ['import_rules', { ignore: ['*audio*', 'tts-*'], whitelist: [], mode: 'merge' }],
  ['save_changes', {}],
];

test(
  'the calls of one response form one approval request, whose net effect is what clients then see',
  APPROVAL,
  async ({ scenario, filterPage, playground }, testInfo) => {
    const { panel, view } = scenario;
    await setRules(filterPage, BEFORE);
    const seenBefore = await scenario.clientsSee('openai');
    scenario.modelWill(CLEAN_UP);
    await scenario.ask('Clean up and save');
    await expect(view.calls).toHaveCount(4);
    await expect(view.call('add_ignore_rule(')).toContainText('Runs anyway');
    await expect(view.call('add_ignore_rule(').getByRole('checkbox')).toHaveCount(0);
    for (const tool of ['clear_all_whitelist_rules(', 'import_rules(', 'save_changes(']) {
      await expect(view.tick(tool)).toBeChecked();
    }
    await expect(view.ready).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'approval-change-set');
    await view.call('add_ignore_rule(').scrollIntoViewIfNeeded();
    await attachScreenshot(panel.page, testInfo, 'approval-change-set-calls');
    const hidden = await view.names('Newly hidden from clients');
    expect(await filterPage.readRestorableState()).toMatchObject({ drafts: BEFORE });
    expect(await playground.readEnvFile()).toBe(ENV_FILE);

    await view.approve();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    const lost = without(seenBefore, await scenario.clientsSee('openai'));
    expect(lost.length).toBeGreaterThan(5);
    expect(hidden.toSorted()).toEqual(lost.toSorted());
    expect(scenario.results().map(({ success }) => success)).toEqual([true, true, true, true]);
    expect(await playground.readEnvFile()).toBe(
      `${ENV_FILE}IGNORE_MODELS_OPENAI='*mini*,*realtime*,*audio*,tts-*'\n`,
    );
  },
);

test(
  'applies the first call alone, and then requests approval for the rest on the changed page',
  thorough(APPROVAL),
  async ({ scenario, filterPage, playground }) => {
    const { panel, view } = scenario;
    await setRules(filterPage, BEFORE);
    scenario.modelWill([
      ['clear_all_ignore_rules', {}],
      ['import_rules', { ignore: ['*audio*'], whitelist: [], mode: 'merge' }],
      ['save_changes', {}],
    ]);
    await scenario.ask('Start over and save');
    await view.approveFirst();
    await expect(view.calls).toHaveCount(2);
    expect(await ignoreRules(filterPage)).toEqual([]);
    // Steward's own change isn't reported as a change of the page.
    await expect(view.card).not.toContainText('The page changed since this approval was requested');
    await view.approveFirst();
    await expect(view.calls).toHaveCount(0);
    await expect(view.card).toContainText('save_changes(');
    expect(await ignoreRules(filterPage)).toEqual(['*audio*']);
    expect(await playground.readEnvFile()).toBe(ENV_FILE);

    await view.approve();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    expect(scenario.results().map(({ success }) => success)).toEqual([true, true, true]);
    expect(await playground.readEnvFile()).toBe(
      `${ENV_FILE}IGNORE_MODELS_OPENAI='*audio*'\nWHITELIST_MODELS_OPENAI='gpt-4o-mini'\n`,
    );
  },
);
