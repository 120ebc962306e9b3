import { openChatSettings } from '@/tests/drive/menu';
import { serveHtml } from '@/tests/fakes/serve-html';
import { attachScreenshot } from './attach-screenshot';
import { expect, test } from './fixtures';
import { inBothBrowsers } from './thorough';

const DASHBOARD = `<!doctype html>
<html lang="en">
<head><title>Team</title></head>
<body>
  <h1>Users</h1>
  <p>Everyone with an account. Service key: sk-canary-0815-abcdefghijkl</p>
  <table>
    <thead><tr><th>Name</th><th>Role</th></tr></thead>
    <tbody id="users"><tr><td>ann</td><td>admin</td></tr><tr><td>bob</td><td>guest</td></tr></tbody>
  </table>
  <h2>Sign-up</h2>
  <label>Invited by <input name="invite" value="spring"></label>
  <label>Password <input type="password" value="canary-password"></label>
  <label>Private key <textarea>canary-area</textarea></label>
  <h2>Help <span style="opacity:0">canary-order</span></h2>
  <a href="/docs?token=canary-token">Docs</a>
</body>
</html>`;

test(
  'on any page the assistant reads what the page shows, notices its changes, and gets no secrets',
  inBothBrowsers({ tag: '@adapters' }),
  async ({ steward, openPanel, startModel }, testInfo) => {
    const site = await serveHtml(DASHBOARD);
    try {
      const page = await steward.context.newPage();
      await page.goto(site.url);
      const panel = await openPanel(page);
      await expect(panel.pageLine).toContainText('read only · Team · 1 table');

      const model = await startModel([
        () => ({ kind: 'response', calls: [{ name: 'find_on_page', arguments: { text: 'ADMIN' } }] }),
        () => ({ kind: 'response', content: 'Ann is an admin.' }),
        () => ({ kind: 'response', content: 'Cy was added.' }),
        () => ({ kind: 'response', content: 'No tables.' }),
      ]);
      await panel.connectScripted(model);
      await expect(panel.page.getByRole('button', { name: 'Summarize this page' })).toBeVisible();
      await attachScreenshot(panel.page, testInfo, 'any-page-start');
      const sent = (index: number) => JSON.stringify(model.requests.at(index)?.body.messages);

      await panel.converse('Who is an admin?', 'Ann is an admin.');
      expect(sent(-1)).toContain('spring');
      expect(sent(-1)).toContain('users/table-1');
      expect(sent(-1)).toMatch(/1 line contains/);
      expect(sent(-1)).not.toContain('canary');

      await page.evaluate(() => {
        const row = document.createElement('tr');
        row.innerHTML = '<td>cy</td><td>guest</td>';
        document.querySelector('#users')?.append(row);
      });
      await panel.converse('What is new?', 'Cy was added.');
      expect(sent(-1)).toMatch(/part_changed \{[^}]*users\/table-1[^}]*cy[^}]*"by\\":\\"the page itself/);

      const quote = panel.page.getByRole('button', { name: 'Quote the page’s selection' });
      await quote.click();
      await expect(panel.alert).toContainText('Nothing is selected on the page.');
      await panel.message.fill('What is this?');
      await page.getByRole('heading', { name: 'Users' }).selectText();
      await quote.click();
      await expect(panel.message).toHaveValue(/^What is this\? @quote:\w+ $/);
      await expect(panel.page.getByRole('blockquote')).toHaveText('Users');
      await expect(panel.message).toBeFocused();
      await expect(panel.alert).toHaveCount(0);
      await attachScreenshot(panel.page, testInfo, 'any-page-quote');
      await panel.message.press('ControlOrMeta+z');
      await expect(panel.message).toHaveValue('What is this?');
      await expect(panel.page.getByRole('blockquote')).toHaveCount(0);
      await panel.message.fill('');

      const sheet = await openChatSettings(panel.page, 'Instructions', 'Expert');
      await sheet.getByRole('textbox', { name: 'Leave out these parts' }).fill('**/table-*');
      await sheet.getByText('in the last request').click();
      await expect(sheet.getByText('users/table-1')).toBeVisible();
      await attachScreenshot(panel.page, testInfo, 'any-page-parts');
      await sheet.getByRole('button', { name: 'Show last requests' }).click();
      await panel.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await panel.converse('And now?', 'No tables.');
      const last = model.requests.at(-1)?.body.messages.findLast(({ role }) => role === 'user')?.content;
      expect(last).toContain('Sign-up');
      expect(last).not.toContain('users/table-1');

      await openChatSettings(panel.page, 'Expert');
      await sheet.getByRole('button', { name: 'Show last requests' }).click();
      await panel.page.getByText('Contents').first().click();
      await expect(panel.page.getByText('Snapshot 3 of the page')).toBeVisible();
      await expect(panel.page.getByText('users/table-1 · left out by you')).toBeVisible();
      await attachScreenshot(panel.page, testInfo, 'any-page-snapshot');
    } finally {
      await site.close();
    }
  },
);
