import { expect, FILTER, test } from './filter-page-fixtures';
import type { Pane } from './filter-view';

const PANES = ['All models', 'What clients see'] as const satisfies readonly Pane[];

test.use({
  envText: "IGNORE_MODELS_OPENAI='*-preview*,gpt-3.5*'\nWHITELIST_MODELS_OPENAI='o1-preview'\n",
});

test(
  'the search filters both panes by any part of the full id and counts the results; the panes scroll together, and a click highlights the related entries',
  FILTER,
  async ({ page, filterPage, view }) => {
    const ids = (await filterPage.readState()).models.openai ?? [];
    const counts = await filterPage.counts();
    const found = ids.filter((id) => id.includes('tur'));
    expect(found.length).toBeGreaterThan(3);

    await filterPage.searchBox.fill(' TUR ');
    await expect(page.getByText(`${found.length} found`, { exact: true })).toBeVisible();
    for (const pane of PANES) {
      await expect(view.pane(pane).getByRole('option')).toHaveCount(found.length);
      for (const id of found) await expect(view.row(pane, id)).toBeVisible();
    }
    // The effects of rules are counted over all models, whatever the search.
    expect(await filterPage.counts()).toEqual(counts);

    await filterPage.searchBox.fill('openai/gpt-3');
    const byId = ids.filter((id) => id.startsWith('openai/gpt-3'));
    await expect(page.getByText(`${byId.length} found`, { exact: true })).toBeVisible();

    await view.clearSearch.click();
    await expect(filterPage.searchBox).toHaveValue('');
    await expect(page.getByText(/found$/)).toBeHidden();
    await expect(view.clearSearch).toBeHidden();
    await expect.poll(view.focused).toBe('Search models');

    const [first = '', last = ''] = [ids[0], ids.at(-1)];
    const expectSideBySide = async (id: string): Promise<void> => {
      const [left, right] = await Promise.all(PANES.map((pane) => view.row(pane, id).boundingBox()));
      expect(left?.y).toBe(right?.y);
    };
    await expectSideBySide(first);

    await view.row('All models', first).hover();
    await page.mouse.wheel(0, 30_000);
    for (const pane of PANES) await expect(view.row(pane, last)).toBeInViewport();
    await expect(view.row('What clients see', first)).not.toBeInViewport();
    await expectSideBySide(last);

    await view.pane('What clients see').focus();
    await page.keyboard.press('Home');
    for (const pane of PANES) await expect(view.row(pane, first)).toBeInViewport();
    await expectSideBySide(first);

    await filterPage.addRules('ignore', 'whisper-1');
    // Typing it has scrolled to it.
    await view.pane('All models').press('Home');
    await expect(view.row('All models', 'openai/whisper-1')).not.toBeInViewport();

    await view.pattern('whisper-1').click();
    await expect(view.pattern('whisper-1')).toHaveAttribute('aria-pressed', 'true');
    for (const pane of PANES) {
      await expect(view.row(pane, 'openai/whisper-1')).toBeInViewport();
      await expect(view.row(pane, 'openai/whisper-1')).toHaveAttribute('data-highlighted', 'true');
    }
    expect((await filterPage.readState()).highlight.models).toEqual(['openai/whisper-1']);
    await view.pattern('whisper-1').click();
    await expect(view.pattern('whisper-1')).toHaveAttribute('aria-pressed', 'false');
    // Under the mouse, a rule and its models stay highlighted.
    await filterPage.page.mouse.move(0, 0);
    await expect(view.highlightedRows('All models')).toHaveCount(0);

    await view.row('What clients see', 'openai/whisper-1').click();
    await expect(view.row('What clients see', 'openai/whisper-1')).toHaveAttribute('aria-selected', 'true');
    await expect(filterPage.ignoreRule('whisper-1').locator('[data-rule]')).toHaveAttribute(
      'data-highlighted',
      'true',
    );
    await view.row('What clients see', 'openai/whisper-1').click();
    await filterPage.page.mouse.move(0, 0);
    await expect(view.highlightedRows('What clients see')).toHaveCount(0);
  },
);
