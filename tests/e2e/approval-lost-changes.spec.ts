import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { says } from '@/tests/fakes/chat-answers';
import { APPROVAL, CONCLUSION, expect, ignoreRules, test } from './approval-fixtures';
import { attachLooks } from './attach-looks';
import type { OpenPanel } from './fixtures';
import { readTable } from './read-table';
import { thorough } from './thorough';

const RULES = ['*audio*', '*mini*', '*preview*'];
const GONE = 'The page was reloaded: 3 unsaved changes are gone.';
const RESTORE = 'Restore my unsaved changes';

/** The user's last message, as it was sent. */
function lastUserText(endpoint: ChangingEndpoint): string {
  const messages = endpoint.chats().at(-1)?.body.messages ?? [];
  return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

function offerIn({ page }: OpenPanel) {
  const card = page.getByRole('region', { name: 'Lost by a reload' });
  const press = (name: string) => card.getByRole('button', { name }).click();
  return { card, restoreBefore: () => press(RESTORE), leave: () => press('Discard them') };
}

test(
  'offers rules that a reload lost, restores them on a click, can undo that, reports it to the model, and doesn’t repeat a dismissed offer',
  thorough(APPROVAL),
  async ({ scenario, filterPage, openPanel, endpoint }, testInfo) => {
    test.slow();
    const { panel } = scenario;
    const { card } = offerIn(panel);
    scenario.modelWill(RULES.map((pattern) => ['add_ignore_rule', { pattern }]));
    await panel.converse('Hide audio, mini and preview', CONCLUSION);
    expect(await ignoreRules(filterPage)).toEqual(RULES);
    await expect(card).toHaveCount(0);

    await filterPage.page.reload();
    await expect(card).toContainText(GONE);
    expect(await ignoreRules(filterPage)).toEqual([]);
    await card.getByText('What would be restored').click();
    await expect(card.getByRole('listitem')).toHaveCount(3);
    await attachLooks(panel.page, testInfo, 'lost-rules', [360, 280]);

    // A panel that is opened later shows the same offer.
    await panel.close();
    const later = await openPanel(filterPage.page);
    const offer = offerIn(later);
    await expect(offer.card).toContainText(GONE);
    await offer.restoreBefore();
    await expect(offer.card).toHaveCount(0);
    expect(await ignoreRules(filterPage)).toEqual(RULES);
    // After a reload the page shows the first provider again; restoring doesn't change which one.
    await filterPage.chooseProvider('openai');
    for (const pattern of RULES) await expect(filterPage.ignoreRule(pattern)).toBeVisible();
    await expect(later.message).toBeFocused();
    await expect(later.conversation).toContainText(
      'Restored after a reload · openai: ignore rule "*audio*" and 2 more',
    );
    const audit = await readTable(later.page, 'audit');
    expect(audit.filter(({ action }) => action === 'restore-unsaved')).toMatchObject([
      { decision: 'user', success: true },
    ]);

    await later.openCheckpoints();
    await later.chooseCheckpoint('Before unsaved changes were restored');
    await later.rollBack();
    expect(await ignoreRules(filterPage)).toEqual([]);
    await expect(offer.card).toHaveCount(0);

    // The restore can be undone too; a user who restores a checkpoint needs no offer.
    await later.openCheckpoints();
    await later.chooseCheckpoint('Before rollback');
    await later.rollBack();
    expect(await ignoreRules(filterPage)).toEqual(RULES);
    await filterPage.page.reload();
    await expect(offer.card).toContainText(GONE);
    await later.openCheckpoints();
    await later.chooseCheckpoint('Chat start');
    await later.rollBack();
    await expect(offer.card).toHaveCount(0);
    expect(await ignoreRules(filterPage)).toEqual([]);

    scenario.modelWill(RULES.map((pattern) => ['add_ignore_rule', { pattern }]));
    await later.converse('Hide them once more', CONCLUSION);
    await filterPage.page.reload();
    await offer.restoreBefore();
    await expect(offer.card).toHaveCount(0);
    endpoint.behave(says('Yes.'));
    await later.converse('Are they there?', 'Yes.');
    expect(lastUserText(endpoint)).toContain(' unsaved_changes_restored ');
    expect(lastUserText(endpoint)).not.toContain(' rule_');

    await filterPage.page.reload();
    await expect(offer.card).toContainText(GONE);
    await offer.leave();
    await expect(offer.card).toHaveCount(0);
    await expect(later.message).toBeFocused();
    await filterPage.page.reload();
    await filterPage.counts();
    await later.ask('And now?');
    await later.finished();
    await expect(offer.card).toHaveCount(0);
    expect(await ignoreRules(filterPage)).toEqual([]);
    expect(lastUserText(endpoint)).toContain(' rule_removed ');
    expect(lastUserText(endpoint)).not.toContain(' unsaved_changes_restored ');
  },
);
