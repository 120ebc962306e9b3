import type { Locator } from '@playwright/test';
import { APPROVE, APPROVE_FIRST } from '@/tests/drive/approve-button';
import type { OpenPanel } from './fixtures';

/** Locators of the parts of a panel's approval card. */
export function createApprovalView({ approval: card }: OpenPanel) {
  /** One call of several, by the beginning of its label. */
  const call = (label: string) => card.getByRole('article', { name: label });
  const button = (name: string | RegExp) => card.getByRole('button', { name, exact: true });
  /** A list of models or rules, by its title; of one call, or of all calls together. */
  const effect = (title: string, within: Locator = card) =>
    within.getByRole('region', { name: title, exact: true }).first();
  const approveButton = button(APPROVE);
  const enabled = card.page().locator('[aria-disabled="false"]');
  const ready = approveButton.and(enabled);
  return {
    card,
    /** Each call of a request with several, in order. */
    calls: card.getByRole('article'),
    call,
    /** The number next to an effect's title. */
    async total(title: string, within?: Locator) {
      const text = await effect(title, within).locator('h3 .effect-total').textContent();
      return Number(text?.replaceAll(',', ''));
    },
    /** All names of an effect; long lists are unfolded. */
    async names(title: string) {
      const more = effect(title).getByRole('button', { name: /^and / });
      while ((await more.count()) > 0) await more.first().click();
      return effect(title).getByRole('listitem').locator('.mono').allTextContents();
    },
    /** The button that approves, whatever its label. */
    approveButton,
    /** Visible while something can be approved. */
    ready,
    /** Approves the selected calls, once that is possible. */
    approve: () => ready.click(),
    /** Approves only the first call, once that is possible. */
    approveFirst: () => button(APPROVE_FIRST).and(enabled).click(),
    /** Unfolds one call of several to its details. */
    unfold: (label: string) => call(label).getByRole('button', { expanded: false }).first().click(),
    /** The checkbox that selects one call of several. */
    tick: (label: string) => call(label).getByRole('checkbox').first(),
    /** A part of a call that can be excluded, by its text. */
    row: (text: string) => card.getByRole('listitem').filter({ hasText: text }).getByRole('checkbox'),
    field: (label: string) => card.getByLabel(label),
    button,
  };
}
