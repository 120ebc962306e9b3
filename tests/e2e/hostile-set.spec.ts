import { APPROVAL, type Call, CONCLUSION, expect, test } from './approval-fixtures';
import { attachScreenshot } from './attach-screenshot';

test(
  '250 calls of one response are refused together, with the riskiest shown first',
  {
    tag: ['@hostile', APPROVAL.tag, '@thorough'],
  },
  async ({ scenario }, testInfo) => {
    test.setTimeout(240_000);
    const { panel, view } = scenario;
    await scenario.askBeforeEveryChange();
    const rules = Array.from(
      { length: 249 },
      (_, index): Call => ['add_ignore_rule', { pattern: `no-such-model-${index}` }],
    );
    scenario.modelWill([...rules, ['save_changes', {}]]);
    await scenario.ask('Add them all and save');
    await expect(view.calls).toHaveCount(20);
    await expect(view.calls.first()).toHaveAccessibleName('save_changes()');
    await expect(view.button(/^and 230 more: /)).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'hostile-set');
    await panel.refuse('Too many');
    await expect(panel.said(CONCLUSION)).toBeVisible({ timeout: 120_000 });
    expect(scenario.results().map(({ error_code }) => error_code)).toEqual(
      Array.from({ length: 250 }, () => 'rejected_by_user'),
    );
  },
);
