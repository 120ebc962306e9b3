import { APPROVAL, CONCLUSION, expect, test } from './approval-fixtures';
import { thorough } from './thorough';

test(
  'one message with one write reads the page’s whole state at most four times',
  thorough(APPROVAL),
  async ({ scenario, filterPage }) => {
    const { panel } = scenario;
    await filterPage.page.evaluate(() => {
      const types: string[] = [];
      Object.assign(window, { requestTypes: types });
      document.addEventListener('steward:request', (event) => {
        types.push(JSON.parse(String((event as CustomEvent).detail)).type);
      });
    });
    scenario.modelWill([['add_ignore_rule', { pattern: '*mini*' }]]);
    await panel.converse('Hide the small ones', CONCLUSION);
    // The look that follows the page's notice comes last.
    await expect(panel.page.getByRole('status', { name: 'Page' })).toContainText('unsaved');
    const types: string[] = await filterPage.page.evaluate('requestTypes');
    expect(types).toContain('apply-state');
    // The look that follows the notice reuses the run's reading after the write.
    expect(types.filter((type) => type === 'get-state').length).toBeLessThanOrEqual(4);
  },
);
