import type { Page } from '@playwright/test';
import type { FilterPage } from '@/tests/drive/filter-page';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import { APPROVAL, CONCLUSION, expect, test, without } from './approval-fixtures';
import { attachScreenshot } from './attach-screenshot';
import { modelNames, setRules } from './page-rules';
import { readTable } from './read-table';
import { sendCommand } from './send-command';
import { thorough } from './thorough';

const STALE = 'The page changed since this approval was requested';

/** An approval with the digest that the card shows now. */
async function answerToWhatIsShown(panel: Page): Promise<object> {
  const [approval] = await readTable(panel, 'approvals');
  const { id, preview, calls } = approval as {
    id: string;
    preview: { digest: string };
    calls: { executionId: string }[];
  };
  const choices = calls.map(({ executionId }) => {
    return { executionId, verdict: 'approve', args: null, leftOut: [], note: '' };
  });
  return { type: 'decide-approval', approvalId: id, digest: preview.digest, choices, allowTools: [] };
}

/**
 * The page's own script changes its rules; the user can't, since the page is locked while an approval is
 * pending.
 */
function changeByScript(filterPage: FilterPage, ignore: string[]): Promise<void> {
  return setRules(filterPage, { openai: { ignore, whitelist: [] } });
}

test(
  'renews the approval request with the differences when the page changes while a save is pending, then saves the page as it is and takes from clients exactly the models that were listed',
  thorough(APPROVAL),
  async ({ scenario, filterPage, playground }, testInfo) => {
    const { panel, view } = scenario;
    await changeByScript(filterPage, ['*audio*']);
    scenario.modelWill([['save_changes', {}]]);
    await scenario.ask('Save it');
    const seenBefore = await scenario.clientsSee('openai');
    const countBefore = await view.total('Newly hidden from clients');
    await expect(view.card).not.toContainText(STALE);
    await expect(view.card).toContainText('Steward can’t undo a save');

    const early = await answerToWhatIsShown(panel.page);
    await changeByScript(filterPage, ['*audio*', '*mini*']);
    await expect(view.card).toContainText(STALE);
    await expect(view.card.getByRole('region', { name: 'Changed meanwhile by you' }).first()).toContainText(
      '*mini*',
    );
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    await expect(view.ready).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'approval-stale');
    const count = await view.total('Newly hidden from clients');
    expect(count).toBeGreaterThan(countBefore);
    // An answer in transit refers to an outdated preview.
    await expect(sendCommand(panel.page, early)).rejects.toThrow('page-changed');
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    const names = await view.names('Newly hidden from clients');
    expect(names).toHaveLength(count);

    await view.approve();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*audio*,*mini*'\n`);
    const lost = without(seenBefore, await scenario.clientsSee('openai'));
    expect(names.toSorted()).toEqual(lost.toSorted());
    expect(scenario.results()).toMatchObject([{ success: true, data: { providers: ['openai'] } }]);
    await expect(view.card).toHaveCount(0);
  },
);

test(
  'a call and a row that the user leaves out stay left out, with the reason, when the page changes under the card, and the model learns what ran',
  thorough(APPROVAL),
  async ({ scenario, filterPage, playground }) => {
    const { panel, view } = scenario;
    const names = await modelNames(filterPage, 'openai');
    const given = { ignore: ['*audio*', '*realtime*'], whitelist: [], mode: 'merge' };
    const whitelist = ['gpt-4o-mini'];
    await setRules(filterPage, { openai: { ignore: [], whitelist } });
    scenario.modelWill([
      ['clear_all_whitelist_rules', {}],
      ['import_rules', given],
      ['save_changes', {}],
    ]);
    await scenario.ask('Clean up and save');
    await view.unfold('import_rules(');
    await view.row('*realtime*').uncheck();
    await expect(view.card).toContainText('1 of 2 parts selected');
    await view.tick('clear_all_whitelist_rules(').uncheck();
    await view.unfold('clear_all_whitelist_rules(');
    const reason = view.call('clear_all_whitelist_rules(').getByLabel('Reason');
    await reason.fill('That one we need');
    const hidden = names.filter((name) => name.includes('audio'));
    await expect.poll(() => view.total('Newly hidden', view.call('import_rules('))).toBe(hidden.length);
    await setRules(filterPage, { openai: { ignore: ['tts-*'], whitelist } });
    await expect(view.card).toContainText(STALE);
    await expect(view.row('*realtime*')).not.toBeChecked();
    await expect(view.tick('clear_all_whitelist_rules(')).not.toBeChecked();
    await expect(reason).toHaveValue('That one we need');

    await expect(view.approveButton).toHaveText('Apply 2 changes');
    await view.approve();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    expect(scenario.written().map(([tool]) => tool)).toEqual([
      'clear_all_whitelist_rules',
      'import_rules',
      'save_changes',
    ]);
    const [refused, ...applied] = scenario.results();
    expect(refused).toMatchObject({ success: false, error_code: 'rejected_by_user' });
    expect(JSON.stringify(refused)).toContain('That one we need');
    expect(applied).toMatchObject([
      { success: true, data: { proposed: given, ran_with: { ignore: ['*audio*'], whitelist: [] } } },
      { success: true },
    ]);
    expect(await playground.readEnvFile()).toBe(
      `${ENV_FILE}IGNORE_MODELS_OPENAI='tts-*,*audio*'\nWHITELIST_MODELS_OPENAI='gpt-4o-mini'\n`,
    );
    await expect(panel.toolCards('clear_all_whitelist_rules')).toHaveAttribute('data-state', 'refused');
    await expect(panel.toolCards('save_changes')).toHaveAttribute('data-state', 'done');
  },
);
