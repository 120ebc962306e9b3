import { ENV_FILE } from '@/tests/fakes/test-playground';
import { APPROVAL, CONCLUSION, expect, ignoreRules, test } from './approval-fixtures';
import { attachLooks } from './attach-looks';
import { attachScreenshot } from './attach-screenshot';
import { readTable } from './read-table';
import { thorough } from './thorough';

const RULE = '*audio*';
const STILL_SAVED = 'Clients still get the rules you saved.';

test(
  'a rollback past a save shows what clients still get, restores the earlier rules and saves them',
  thorough(APPROVAL),
  async ({ scenario, filterPage, playground }, testInfo) => {
    const { panel } = scenario;
    scenario.modelWill([['add_ignore_rule', { pattern: RULE }]]);
    await panel.converse('Hide audio', CONCLUSION);
    scenario.modelWill([['save_changes', {}]], 'Saved.');
    await scenario.ask('Save it');
    await panel.approve();
    await panel.answered('Saved.');
    const saved = `${ENV_FILE}IGNORE_MODELS_OPENAI='${RULE}'\n`;
    expect(await playground.readEnvFile()).toBe(saved);

    await panel.openCheckpoints();
    await panel.chooseCheckpoint('Before: Save it');
    await panel.rollBack();
    const offer = panel.page.getByRole('region', { name: 'Saved before' });
    await expect(offer).toContainText(STILL_SAVED);
    // The page equals the saved state, so there is nothing to save.
    await expect(offer.getByRole('button')).toHaveText(['Restore the earlier saved rules']);
    await offer.getByRole('button').click();
    await expect(offer.getByRole('listitem')).toContainText(`openai: ignore rule "${RULE}"`);
    await attachLooks(panel.page, testInfo, 'saved-offer', [360, 280]);
    await offer.getByRole('button', { name: 'Restore as unsaved changes' }).click();
    await expect(panel.conversation).toContainText('Earlier save restored');
    expect(await ignoreRules(filterPage)).toEqual([]);
    expect(await playground.readEnvFile()).toBe(saved);
    await expect(offer.getByRole('button')).toHaveText(['Save']);
    await attachScreenshot(panel.page, testInfo, 'saved-offer-after-restoring');

    await offer.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(panel.approval).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'saved-offer-approval');
    await panel.approve();
    await expect.poll(() => playground.readEnvFile()).not.toContain(RULE);
    await panel.finished();
    await expect(offer).toHaveCount(0);
    const audit = await readTable(panel.page, 'audit');
    audit.sort((left, right) => Number(left.sequence) - Number(right.sequence));
    expect(audit.map(({ action, subject, savedBefore }) => [action, subject, savedBefore])).toEqual([
      ['call', 'add_ignore_rule', null],
      ['call', 'save_changes', '{}'],
      ['rollback', 'Before: Save', null],
      ['restore-saved', expect.stringContaining(RULE), null],
      ['call', 'save_changes', `{"openai":{"ignore":["${RULE}"],"whitelist":[]}}`],
    ]);
  },
);
