import { attachLooks } from './attach-looks';
import { connectDemo } from './connect-demo';
import { expectAccessible } from './expect-accessible';
import { expect, test } from './fixtures';
import { inBothBrowsers } from './thorough';

const REHEARSE = /^Show me how you work/;

test(
  'rehearsal: a plan with its picture, applied unsaved, taken back',
  inBothBrowsers({ tag: '@main' }),
  async ({ filterPage, openPanel, playground }, testInfo) => {
    const panel = await connectDemo(await openPanel(filterPage.page), playground);
    const { page } = panel;
    const before = await filterPage.readRestorableState();
    const file = await playground.readEnvFile();
    const rehearse = page.getByRole('button', { name: REHEARSE });
    await expect(page.getByRole('listitem').getByRole('button').first()).toHaveAccessibleName(REHEARSE);
    await attachLooks(page, testInfo, 'rehearsal-start', [360, 252]);

    await rehearse.click();
    await expect(panel.approval.getByRole('slider', { name: 'Models of the page' })).toBeVisible();
    expect(await filterPage.readRestorableState()).toEqual(before);
    await attachLooks(page, testInfo, 'rehearsal-plan', [360, 252]);
    await expectAccessible(page, 'rehearsal-plan');
    await panel.approval.getByRole('button', { name: 'Apply', exact: true }).click();

    const undo = panel.conversation.getByRole('button', { name: /^Undo the change of this answer/ });
    await expect(undo).toBeEnabled();
    expect((await filterPage.readRestorableState()).drafts).not.toEqual(before.drafts);
    await attachLooks(page, testInfo, 'rehearsal-applied', [360, 252]);
    await undo.click();
    await expect(panel.conversation.getByRole('slider', { name: 'Models of the page' })).toBeVisible();
    await panel.conversation.getByRole('button', { name: /^Undo/ }).last().click();
    await expect.poll(() => filterPage.readRestorableState()).toEqual(before);
    expect(await playground.readEnvFile()).toBe(file);
  },
);
