import type { Page } from '@playwright/test';
import type { FilterPage } from '@/tests/drive/filter-page';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import { APPROVAL, CONCLUSION, expect, test, without } from './approval-fixtures';
import { attachScreenshot } from './attach-screenshot';
import { saveElsewhere, setRules } from './page-rules';
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
  'renews the approval request with the differences when the page changes while a save is pending, then saves the page as it is',
  thorough(APPROVAL),
  async ({ scenario, filterPage, playground }, testInfo) => {
    const { panel, view } = scenario;
    await changeByScript(filterPage, ['*audio*']);
    scenario.modelWill([['save_changes', {}]]);
    await scenario.ask('Save it');
    const seenBefore = await scenario.clientsSee('openai');
    const countBefore = await view.total('Newly hidden from clients');
    await expect(view.card).not.toContainText(STALE);

    const early = await answerToWhatIsShown(panel.page);
    await changeByScript(filterPage, ['*audio*', '*mini*']);
    await expect(view.card).toContainText(STALE);
    await expect(view.card.getByRole('region', { name: 'Changed meanwhile by you' }).first()).toContainText(
      '*mini*',
    );
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    await expect(view.ready).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'approval-stale');
    expect(await view.total('Newly hidden from clients')).toBeGreaterThan(countBefore);
    // An answer in transit refers to an outdated preview.
    await expect(sendCommand(panel.page, early)).rejects.toThrow('page-changed');
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    const names = await view.names('Newly hidden from clients');

    await view.approve();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*audio*,*mini*'\n`);
    const lost = without(seenBefore, await scenario.clientsSee('openai'));
    expect(names.toSorted()).toEqual(lost.toSorted());
    expect(scenario.results()).toMatchObject([{ success: true }]);
  },
);

test(
  'keeps the user’s choices and texts when the page changes under the card',
  thorough(APPROVAL),
  async ({ scenario, filterPage }) => {
    const { panel, view } = scenario;
    scenario.modelWill([
      ['import_rules', { ignore: ['*audio*', '*realtime*'], whitelist: [], mode: 'merge' }],
      ['save_changes', {}],
    ]);
    await scenario.ask('Import and save');
    await view.unfold('import_rules(');
    await view.row('*realtime*').uncheck();
    await view.tick('save_changes(').uncheck();
    await view.unfold('save_changes(');
    await view.call('save_changes(').getByLabel('Reason').fill('Not yet');
    await changeByScript(filterPage, ['*mini*']);
    await expect(view.card).toContainText(STALE);
    await expect(view.row('*realtime*')).not.toBeChecked();
    await expect(view.tick('save_changes(')).not.toBeChecked();
    await expect(view.call('save_changes(').getByLabel('Reason')).toHaveValue('Not yet');

    await view.approve();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    expect((await filterPage.readState()).drafts).toEqual({
      openai: { ignore: ['*mini*', '*audio*'], whitelist: [] },
    });
    const [imported, save] = scenario.results();
    expect(imported).toMatchObject({ success: true });
    expect(save).toMatchObject({ success: false, error_code: 'rejected_by_user' });
  },
);

test(
  'accepts a refusal when the page has changed meanwhile',
  thorough(APPROVAL),
  async ({ scenario, filterPage, playground }) => {
    const { panel } = scenario;
    await changeByScript(filterPage, ['*audio*']);
    scenario.modelWill([['save_changes', {}]]);
    await scenario.ask('Save it');
    await changeByScript(filterPage, ['*audio*', '*mini*']);
    await panel.refuse('Let me look first');
    await expect(panel.said(CONCLUSION)).toBeVisible();
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    expect(scenario.results()).toMatchObject([{ success: false, error_code: 'rejected_by_user' }]);
  },
);

test(
  'doesn’t overwrite a file that another admin saved before an approved save',
  thorough(APPROVAL),
  async ({ scenario, filterPage, playground }) => {
    const { panel, view } = scenario;
    await changeByScript(filterPage, ['*audio*']);
    scenario.modelWill([['save_changes', {}]]);
    await scenario.ask('Save it');
    await saveElsewhere(playground, 'openai', { ignore: ['*turbo*'], whitelist: [] });
    const theirs = await playground.readEnvFile();
    await view.approve();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    expect(scenario.results()).toMatchObject([{ success: false, error_code: 'saved_changed' }]);
    expect(await playground.readEnvFile()).toBe(theirs);
  },
);
