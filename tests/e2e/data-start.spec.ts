import { dataTab, loseRuns } from './data-tab';
import { expect, test } from './fixtures';
import { workerId } from './worker-id';

test('what is missing when the worker starts is announced until the user has seen it', {
  tag: ['@chats', '@thorough'],
}, async ({ filterPage, openPanel, playground, steward }) => {
  const panel = await openPanel(filterPage.page);
  const { page } = panel;
  await panel.connect(`${playground.url}/v1`, playground.apiKey);
  await panel.chooseModel('demo/assistant');
  await panel.ask('Which models are hidden?');
  await panel.finished();
  const data = dataTab(panel);
  const notice = page.getByText('Some of Steward’s stored data doesn’t fit together.');
  await expect(notice).toBeHidden();
  await loseRuns(page);
  const before = await workerId(page);
  await steward.killWorker();
  await expect.poll(() => workerId(page)).not.toBe(before);
  await expect(notice).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Show what was found' }).click();
  await expect(data.sheet.getByRole('tab', { name: 'Data' })).toHaveAttribute('aria-selected', 'true');
  await expect(data.sheet.getByText(/The last run of “.+” is missing/)).toBeVisible();
  await data.button('Don’t show again').click();
  await data.close();
  await expect(notice).toBeHidden();
  await expect(panel.said('Which models are hidden?')).toBeVisible();
});
