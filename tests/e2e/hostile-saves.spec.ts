import { ENV_FILE } from '@/tests/fakes/test-playground';
import { APPROVAL, CONCLUSION, expect, ignoreRules, test } from './approval-fixtures';
import { saveElsewhere, setRules } from './page-rules';

test('keeps another admin’s save: one approval of “save, change, save” replaces only what was shown', {
  tag: ['@hostile', APPROVAL.tag, '@thorough'],
}, async ({ scenario, filterPage, playground }) => {
  const { panel, view } = scenario;
  await setRules(filterPage, { openai: { ignore: ['o1*'], whitelist: [] } });
  await saveElsewhere(playground, 'openai', { ignore: ['theirs*'], whitelist: [] });
  const theirs = await playground.readEnvFile();
  scenario.modelWill([
    ['save_changes', {}],
    ['add_ignore_rule', { pattern: '*audio*' }],
    ['save_changes', {}],
  ]);
  await scenario.ask('Save, hide audio, and save');
  await view.approve();

  // The first save found the other admin's rules, so the calls after it aren't approved any more.
  await expect(view.card).toContainText('save_changes');
  await expect(view.ready).toBeVisible();
  expect(await playground.readEnvFile()).toBe(theirs);
  await view.approve();
  await expect(panel.said(CONCLUSION)).toBeVisible();
  expect(scenario.results()).toMatchObject([
    { success: false, error_code: 'saved_changed' },
    { success: true },
    { success: true },
  ]);
  expect(await ignoreRules(filterPage)).toEqual(['o1*', '*audio*']);
  expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='o1*,*audio*'\n`);
});
