import type { Locator, Page } from '@playwright/test';

/** The two lists of models. */
export type Pane = 'All models' | 'What clients see';

/** Panes and dialogs of the filter page, by their accessible names. */
export interface FilterView {
  /** The list of a pane; the keyboard moves through it. */
  pane(pane: Pane): Locator;
  /** The row of a model, by its full id. */
  row(pane: Pane, id: string): Locator;
  /** The rows that are highlighted at present. */
  highlightedRows(pane: Pane): Locator;
  /** The button with a rule’s pattern. */
  pattern(text: string): Locator;
  provider: Locator;
  clearSearch: Locator;
  copyAll: Locator;
  copyVisible: Locator;
  dialog(name: string): Locator;
  /** The text that was copied last. */
  readClipboard(): Promise<string>;
  /** The accessible name of the focused element: its label, or else its text. */
  focused(): Promise<string>;
}

/** Locators of a filter page's parts. */
export function createFilterView(page: Page): FilterView {
  const pane = (name: Pane): Locator => page.getByRole('listbox', { name, exact: true });
  return {
    pane,
    row: (name, id) => pane(name).locator(`[data-model=${JSON.stringify(id)}]`),
    highlightedRows: (name) => pane(name).locator('[data-highlighted="true"]'),
    pattern: (text) => page.getByRole('button', { name: text, exact: true }),
    provider: page.getByRole('combobox', { name: 'Provider' }),
    clearSearch: page.getByRole('button', { name: 'Clear search' }),
    copyAll: page.getByRole('button', { name: 'Copy all names' }),
    copyVisible: page.getByRole('button', { name: 'Copy visible names' }),
    dialog: (name) => page.getByRole('dialog', { name }),
    readClipboard: () => page.evaluate(() => navigator.clipboard.readText()),
    focused: () =>
      page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return 'nothing';
        return element.getAttribute('aria-label') ?? element.textContent;
      }),
  };
}
