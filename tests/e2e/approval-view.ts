import type { Locator } from '@playwright/test';
import { APPROVE, APPROVE_FIRST } from '@/tests/drive/approve-button';
import type { OpenPanel } from './fixtures';

/** Locators of the approval card's parts. */
export interface ApprovalView {
  readonly card: Locator;
  /** Each call of a request with several, in order. */
  readonly calls: Locator;
  /** One call of several, by the beginning of its label. */
  call(label: string): Locator;
  /** A list of models or rules, by its title; of one call, or of all calls together. */
  effect(title: string, within?: Locator): Locator;
  /** The number next to an effect's title. */
  total(title: string, within?: Locator): Promise<number>;
  /** All names of an effect; long lists are unfolded. */
  names(title: string): Promise<string[]>;
  /** The button that approves, whatever its label. */
  readonly approveButton: Locator;
  /** Visible while something can be approved. */
  readonly ready: Locator;
  /** Approves the selected calls, once that is possible. */
  approve(): Promise<void>;
  /** Approves only the first call, once that is possible. */
  approveFirst(): Promise<void>;
  /** Unfolds one call of several to its details. */
  unfold(label: string): Promise<void>;
  /** The checkbox that selects one call of several. */
  tick(label: string): Locator;
  /** A part of a call that can be excluded, by its text. */
  row(text: string): Locator;
  field(label: string): Locator;
  button(name: string | RegExp): Locator;
}

/** The view of a panel's approval card. */
export function createApprovalView({ approval: card }: OpenPanel): ApprovalView {
  const calls = card.getByRole('article');
  const call = (label: string) => card.getByRole('article', { name: label });
  const button = (name: string | RegExp) => card.getByRole('button', { name, exact: true });
  const effect = (title: string, within = card) =>
    within.getByRole('region', { name: title, exact: true }).first();
  const approveButton = button(APPROVE);
  const enabled = card.page().locator('[aria-disabled="false"]');
  const ready = approveButton.and(enabled);
  return {
    card,
    calls,
    call,
    effect,
    total: async (title, within) =>
      Number((await effect(title, within).locator('h3 .effect-total').textContent())?.replaceAll(',', '')),
    async names(title) {
      const more = effect(title).getByRole('button', { name: /^and / });
      while ((await more.count()) > 0) await more.first().click();
      return effect(title).getByRole('listitem').locator('.mono').allTextContents();
    },
    approveButton,
    ready,
    approve: () => ready.click(),
    approveFirst: () => button(APPROVE_FIRST).and(enabled).click(),
    unfold: (label) => call(label).getByRole('button', { expanded: false }).first().click(),
    tick: (label) => call(label).getByRole('checkbox').first(),
    row: (text) => card.getByRole('listitem').filter({ hasText: text }).getByRole('checkbox'),
    field: (label) => card.getByLabel(label),
    button,
  };
}
