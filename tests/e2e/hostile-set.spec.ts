import { APPROVAL, type Call, CONCLUSION, expect, test } from './approval-fixtures';
import { keepPicture } from './keep-picture';

test(
  '250 calls of one response are refused together, with the riskiest shown first',
  {
    tag: ['@hostile', APPROVAL.tag],
  },
  async ({ asking }, testInfo) => {
    test.setTimeout(180_000);
    const { panel, view } = asking;
    await asking.askBeforeEveryChange();
    const rules = Array.from(
      { length: 249 },
      (_, index): Call => ['add_ignore_rule', { pattern: `no-such-model-${index}` }],
    );
    asking.modelWill([...rules, ['save_changes', {}]]);
    await asking.ask('Add them all and save');
    await expect(view.calls).toHaveCount(20);
    await expect(view.calls.first()).toContainText('save_changes(');
    await expect(view.button(/^and 230 more: /)).toBeVisible();
    await keepPicture(panel.page, testInfo, 'hostile-set');
    await panel.refuse('Too many');
    await expect(panel.said(CONCLUSION)).toBeVisible({ timeout: 60_000 });
    expect(asking.results().map(({ error_code }) => error_code)).toEqual(
      Array.from({ length: 250 }, () => 'rejected_by_user'),
    );
  },
);
