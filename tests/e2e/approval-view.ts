import type { Locator } from '@playwright/test';
import type { OpenPanel } from './fixtures';

/** The card with which Steward asks, in the words of the user who reads it. */
export interface ApprovalView {
  readonly card: Locator;
  /** Each call of a question with several, in order. */
  readonly calls: Locator;
  /** One call of several, by the beginning of its label. */
  call(label: string): Locator;
  /** A list of models or rules, by its title; of a call alone, or of all calls together. */
  effect(title: string, within?: Locator): Locator;
  /** The number beside an effect's title. */
  total(title: string, within?: Locator): Promise<number>;
  /** All names of an effect, unfolded if they are many. */
  names(title: string): Promise<string[]>;
  /** The button that approves, whatever it says. */
  readonly approveButton: Locator;
  /** Whether something can be approved now. */
  readonly ready: Locator;
  /** Approves what is chosen, once it can be. */
  approve(): Promise<void>;
  /** Approves the first call alone, once it can be. */
  approveFirst(): Promise<void>;
  /** Whether one call of several is to be approved. */
  tick(label: string): Locator;
  /** A part of a call that can be left out, by its text. */
  row(text: string): Locator;
  field(label: string): Locator;
  button(name: string | RegExp): Locator;
}

/** Looks at the card of a panel. */
export function createApprovalView({ approval: card }: OpenPanel): ApprovalView {
  const calls = card.getByRole('article');
  const call = (label: string) => calls.filter({ has: card.page().locator('code', { hasText: label }) });
  const button = (name: string | RegExp) => card.getByRole('button', { name, exact: true });
  const effect = (title: string, within = card) =>
    within.getByRole('region', { name: title, exact: true }).first();
  const approveButton = button(/^Approve & Run( selected)?$/);
  const enabled = card.page().locator('[aria-disabled="false"]');
  const ready = approveButton.and(enabled);
  return {
    card,
    calls,
    call,
    effect,
    total: async (title, within) =>
      Number((await effect(title, within).locator('.effect-total').textContent())?.replaceAll(',', '')),
    async names(title) {
      const more = effect(title).getByRole('button', { name: /^and / });
      if (await more.isVisible()) await more.click();
      return effect(title).getByRole('listitem').locator('.mono').allTextContents();
    },
    approveButton,
    ready,
    approve: () => ready.click(),
    approveFirst: () => button('Only the first').and(enabled).click(),
    tick: (label) => call(label).getByRole('checkbox').first(),
    row: (text) => card.getByRole('listitem').filter({ hasText: text }).getByRole('checkbox'),
    field: (label) => card.getByLabel(label),
    button,
  };
}
