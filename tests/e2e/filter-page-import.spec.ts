import type { Locator } from '@playwright/test';
import type { FilterPage } from '@/tests/drive/filter-page';
import { expect, FILTER, test } from './filter-page-fixtures';
import type { FilterView } from './filter-view';
import { thorough } from './thorough';

test.use({ envText: "IGNORE_MODELS_OPENAI='gpt-3.5*,tts-1'\nWHITELIST_MODELS_OPENAI='gpt-4*-preview'\n" });

const SAVED = { ignore: ['gpt-3.5*', 'tts-1'], whitelist: ['gpt-4*-preview'] };

interface ImportDialog {
  dialog: Locator;
  patterns: Locator;
  preview: Locator;
  hint: Locator;
  importButton: Locator;
  chooseReplace(): Promise<void>;
}

async function openImport(
  filterPage: FilterPage,
  view: FilterView,
  kind: 'ignore' | 'whitelist' = 'ignore',
): Promise<ImportDialog> {
  await filterPage
    .rules(kind)
    .getByRole('button', { name: `Import ${kind} rules` })
    .click();
  const dialog = view.dialog(`Import ${kind} rules`);
  const patterns = dialog.getByRole('textbox', { name: `Patterns of ${kind} rules` });
  return {
    dialog,
    patterns,
    preview: dialog.getByRole('region', { name: 'Preview' }),
    hint: dialog.locator('.dialog-hint'),
    importButton: dialog.getByRole('button', { name: 'Import', exact: true }),
    // Users click the radio button's label; assistive technology announces the button.
    chooseReplace: () => dialog.getByText('takes its place').click(),
  };
}

const draftOf = async (filterPage: FilterPage) => (await filterPage.readState()).drafts.openai;

/** The number in a count such as "Hides 3 models"; 0 if there is no such count. */
async function countIn(preview: Locator, words: string): Promise<number> {
  const summary = preview.locator('summary').filter({ hasText: new RegExp(`^${words}`) });
  const text = (await summary.count()) === 0 ? '' : await summary.innerText();
  return Number(text.match(/\d+/)?.[0] ?? 0);
}

test(
  'merging previews the outcome of each pattern, and applies exactly that',
  FILTER,
  async ({ filterPage, view }) => {
    const { dialog, patterns, preview, importButton } = await openImport(filterPage, view);
    await expect(dialog.getByRole('radio', { name: 'Merge adds to the list' })).toBeChecked();
    await patterns.fill('gpt-3.5-turbo, tts-1\nwhisper-1\ntts*\n\nwhisper-1\no9-*');

    await expect(preview.getByRole('status')).toContainText('2 → 4 rules, 1 named more than once');
    const lines = preview.getByRole('listitem').filter({ hasText: /./ });
    // What is simply added needs no line.
    await expect(lines).toHaveText([
      'Not added: “gpt-3.5-turbo” is already covered by “gpt-3.5*”.',
      'Not added: “tts-1” is already in the list.',
      '“tts*” replaces “tts-1”, which it covers.',
    ]);
    const hides = preview.locator('details').filter({ hasText: 'Hides 1 model' });
    await hides.locator('summary').click();
    await expect(hides.getByRole('paragraph')).toHaveText('whisper-1');
    await expect(preview.locator('details').filter({ hasText: 'Removes 1 rule' })).toContainText('tts-1');

    await importButton.click();
    await expect(dialog).toBeHidden();
    expect(await draftOf(filterPage)).toEqual({
      ...SAVED,
      ignore: ['gpt-3.5*', 'whisper-1', 'tts*', 'o9-*'],
    });
    await expect(filterPage.unsavedMark).toBeVisible();
  },
);

test(
  'the counts of a preview match the result of merging and of replacing',
  thorough(FILTER),
  async ({ filterPage, view }) => {
    const cases = [
      { replaces: false, text: '*mini*\no1*\ndall-e-3' },
      { replaces: true, text: 'gpt-4*\n*mini*\nnothing-like-this' },
      { replaces: true, text: '*' },
      { replaces: false, text: 'o3*' },
    ] as const;
    const changes: [hidden: number, back: number][] = [];
    for (const { replaces, text } of cases) {
      const before = await filterPage.counts();
      const { dialog, patterns, preview, importButton, chooseReplace } = await openImport(filterPage, view);
      if (replaces) await chooseReplace();
      await patterns.fill(text);
      await expect(preview.getByRole('listitem').first()).toBeAttached();
      const [hidden, back] = [await countIn(preview, 'Hides'), await countIn(preview, 'Brings back')];
      if ((await importButton.getAttribute('aria-disabled')) === 'true') {
        await dialog.getByRole('button', { name: 'Cancel' }).click();
      } else {
        await importButton.click();
      }
      await expect(dialog).toBeHidden();
      const after = await filterPage.counts();
      expect(after.hidden - before.hidden).toBe(hidden - back);
      changes.push([hidden, back]);
    }
    // Each kind of change occurred. Patterns that `*` covers can’t be merged into it any more.
    expect(changes.map(([hidden, back]) => [hidden > 0, back > 0])).toEqual([
      [true, false],
      [true, true],
      [true, false],
      [false, false],
    ]);
  },
);
