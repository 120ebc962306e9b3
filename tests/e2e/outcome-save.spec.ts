import type { FilterPage } from '@/tests/drive/filter-page';
import { ENV_FILE, type TestPlayground } from '@/tests/fakes/test-playground';
import type { ApprovalScenario } from './approval-fixtures';
import {
  addRuleByHand,
  auditRows,
  CONCLUSION,
  chooseBeforeRule,
  expect,
  ignoreRules,
  OUTCOME,
  test,
} from './outcome-fixtures';
import { setRules } from './page-rules';
import { readTable } from './read-table';
import { thorough } from './thorough';

const envWith = (rules: string): string => `${ENV_FILE}IGNORE_MODELS_OPENAI='${rules}'\n`;

test(
  'a save that the page answers unreadably counts as applied, and the file is written once',
  thorough(OUTCOME),
  async ({ scenario, faults, filterPage, playground }) => {
    const { panel, view } = scenario;
    await setRules(filterPage, { openai: { ignore: ['*audio*'], whitelist: [] } });
    scenario.modelWill([['save_changes', {}]]);
    await faults.disturb('save', { kind: 'unreadable' });
    await scenario.ask('Save it');
    await view.approve();
    await expect(panel.said(CONCLUSION)).toBeVisible({ timeout: 30_000 });
    await panel.finished();
    expect(scenario.results()).toMatchObject([{ success: true }]);
    expect(await playground.readEnvFile()).toBe(envWith('*audio*'));
    expect(await auditRows(panel)).toMatchObject([
      { action: 'call', subject: 'save_changes', success: true },
    ]);
  },
);

/**
 * `*mini*` is saved and `*turbo*` unsaved; then the model saves both with `*audio*`, and the user rolls that
 * back.
 */
async function rollBackPastSave({
  scenario: { panel, view, modelWill, ask },
  filterPage,
  playground,
}: {
  scenario: ApprovalScenario;
  filterPage: FilterPage;
  playground: TestPlayground;
}): Promise<void> {
  await filterPage.addIgnoreRule('*mini*');
  await filterPage.saveButton.click();
  await expect(filterPage.unsavedMark).toBeHidden();
  await addRuleByHand(filterPage, '*turbo*');
  modelWill([
    ['add_ignore_rule', { pattern: '*audio*' }],
    ['save_changes', {}],
  ]);
  await ask('Hide audio and save');
  await view.approve();
  await panel.answered(CONCLUSION);
  expect(await playground.readEnvFile()).toBe(envWith('*mini*,*turbo*,*audio*'));

  await chooseBeforeRule(panel);
  await panel.rollBack();
  expect(await ignoreRules(filterPage)).toEqual(['*mini*', '*turbo*']);
  await expect(panel.conversation).toContainText(/clients still get/i);
}

test(
  'after a rollback past a save the earlier saved rules can be restored on the page as unsaved changes',
  thorough(OUTCOME),
  async ({ scenario, filterPage, playground }) => {
    const { panel } = scenario;
    await rollBackPastSave({ scenario, filterPage, playground });
    await panel.page.getByRole('button', { name: /restore .*saved rules/i }).click();
    // The effect is shown first.
    await panel.page.getByRole('button', { name: 'Restore as unsaved changes' }).click();
    await expect.poll(() => ignoreRules(filterPage)).toEqual(['*mini*']);
    await expect(filterPage.unsavedMark).toBeVisible();
    expect(await playground.readEnvFile()).toBe(envWith('*mini*,*turbo*,*audio*'));
    // The audit row of the save contains what it overwrote.
    const saves = (await readTable(panel.page, 'audit')).filter(({ subject }) => subject === 'save_changes');
    expect(saves).toHaveLength(1);
    expect(JSON.stringify(saves)).toContain('*mini*');
  },
);

test(
  'after a rollback past a save the current page can be saved from the panel',
  thorough(OUTCOME),
  async ({ scenario, filterPage, playground }) => {
    const { panel } = scenario;
    await rollBackPastSave({ scenario, filterPage, playground });
    await panel.page.getByRole('button', { name: 'Save', exact: true }).click();
    await scenario.view.approve();
    await expect.poll(() => playground.readEnvFile()).toBe(envWith('*mini*,*turbo*'));
    await expect(filterPage.unsavedMark).toBeHidden();
  },
);
