import type { Page } from '@playwright/test';

/** The two lists of models. */
export type Pane = 'All models' | 'What clients see';

/** Panes and dialogs of the filter page, by their accessible names. */
export type FilterView = ReturnType<typeof createFilterView>;

/** Locators of a filter page's parts. */
export function createFilterView(page: Page) {
  /** The list of a pane; the keyboard moves through it. */
  const pane = (name: Pane) => page.getByRole('listbox', { name, exact: true });
  return {
    pane,
    /** The row of a model, by its full id. */
    row: (name: Pane, id: string) => pane(name).locator(`[data-model=${JSON.stringify(id)}]`),
    highlightedRows: (name: Pane) => pane(name).locator('[data-highlighted="true"]'),
    /** The button with a rule’s pattern. */
    pattern: (text: string) => page.getByRole('button', { name: text, exact: true }),
    provider: page.getByRole('combobox', { name: 'Provider' }),
    clearSearch: page.getByRole('button', { name: 'Clear search' }),
    dialog: (name: string) => page.getByRole('dialog', { name }),
    /** The accessible name of the focused element: its label, or else its text. */
    focused: () =>
      page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return 'nothing';
        return element.getAttribute('aria-label') ?? element.textContent;
      }),
  };
}
