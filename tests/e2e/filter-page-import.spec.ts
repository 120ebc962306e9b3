import { expect, FILTER, test } from './filter-page-fixtures';

test.use({ envText: "IGNORE_MODELS_OPENAI='gpt-3.5*,tts-1'\nWHITELIST_MODELS_OPENAI='gpt-4*-preview'\n" });

const SAVED = { ignore: ['gpt-3.5*', 'tts-1'], whitelist: ['gpt-4*-preview'] };

test(
  'merging previews the outcome of each pattern, and applies exactly that',
  FILTER,
  async ({ filterPage, view }) => {
    await filterPage.rules('ignore').getByRole('button', { name: 'Import ignore rules' }).click();
    const dialog = view.dialog('Import ignore rules');
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect(dialog.getByRole('radio', { name: 'Merge adds to the list' })).toBeChecked();
    await dialog
      .getByRole('textbox', { name: 'Patterns of ignore rules' })
      .fill('gpt-3.5-turbo, tts-1\nwhisper-1\ntts*\n\nwhisper-1\no9-*');

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

    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(dialog).toBeHidden();
    expect((await filterPage.readState()).drafts.openai).toEqual({
      ...SAVED,
      ignore: ['gpt-3.5*', 'whisper-1', 'tts*', 'o9-*'],
    });
    await expect(filterPage.unsavedMark).toBeVisible();
  },
);
