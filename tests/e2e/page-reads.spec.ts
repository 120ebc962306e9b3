import { expect, test } from './approval-fixtures';

test('one message with one write reads the page’s whole state at most six times', async ({
  asking,
  filterPage,
}) => {
  const { panel } = asking;
  await filterPage.page.evaluate(() => {
    const types: string[] = [];
    Object.assign(window, { requestedOfPage: types });
    document.addEventListener('steward:request', (event) => {
      const { type } = JSON.parse(String((event as CustomEvent).detail));
      types.push(`${type} ${Math.round(performance.now())}`);
    });
  });
  asking.modelWill([['add_ignore_rule', { pattern: '*mini*' }]], 'That was it.');
  await panel.ask('Hide the small ones');
  await expect(panel.said('That was it.')).toBeVisible();
  await filterPage.page.waitForTimeout(1_500);
  const requested = await filterPage.page.evaluate(
    () => (window as unknown as { requestedOfPage: string[] }).requestedOfPage,
  );
  expect(requested.filter((type) => type.startsWith('get-state')).length).toBeLessThanOrEqual(6);
});
