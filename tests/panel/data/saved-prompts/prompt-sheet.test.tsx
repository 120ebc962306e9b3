// @document
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '@/src/messages/commands';
import { PromptSheet } from '@/src/panel/data/saved-prompts/prompt-sheet';
import type { SavedPrompt } from '@/src/schema/saved-prompt';
import { ACCEPTED, stubBackground } from '../../stub-background';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
let sent: Command[];
let reply: unknown;

const TIDY = { name: 'Tidy up', text: 'Hide all previews.' };

beforeEach(() => {
  stubDialogs();
  reply = ACCEPTED;
  sent = stubBackground(() => reply);
});

function show(prompt: SavedPrompt | { name: null; text: string }) {
  const onClose = vi.fn();
  rendering.render(<PromptSheet prompt={prompt} onClose={onClose} />);
  return onClose;
}

const field = (label: 'Name' | 'Text') => rendering.shown.getByLabelText<HTMLInputElement>(label);

async function enter(label: 'Name' | 'Text', text: string) {
  await rendering.enter(field(label), text);
}

describe('the sheet of a prompt', () => {
  it.each([
    ['its first line', 'Hide previews\nand keep the rest', 'Hide previews'],
    ['the beginning of a long line', 'x'.repeat(80), `${'x'.repeat(59)}…`],
  ])('proposes %s as the name of a new one', async (_, text, name) => {
    const onClose = show({ name: null, text });
    await rendering.press('Save prompt');
    expect(sent).toEqual([{ type: 'store-saved-prompt', name, text, replaces: null }]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('changes name and text of a saved one', async () => {
    show(TIDY);
    await enter('Name', 'Clean up');
    await enter('Text', 'Hide betas.');
    await rendering.press('Save prompt');
    expect(sent).toEqual([
      { type: 'store-saved-prompt', name: 'Clean up', text: 'Hide betas.', replaces: TIDY },
    ]);
  });

  it('asks before it deletes a saved one', async () => {
    const onClose = show(TIDY);
    await rendering.press('Delete');
    const question = 'Delete the saved prompt “Tidy up”? This can’t be undone.';
    expect(rendering.shown.getByText(question)).toBeDefined();
    expect(sent).toEqual([]);
    await rendering.press('Delete prompt');
    expect(sent).toEqual([{ type: 'delete-saved-prompt', name: 'Tidy up' }]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('says how long a text may be, and sends none that is longer', async () => {
    show({ name: null, text: 'x'.repeat(12_000) });
    await rendering.press('Save prompt');
    const problem = 'A saved prompt has up to 10,000 characters. This text has 12,000.';
    expect(rendering.shown.getByText(problem)).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('stays open with what was typed if the name is taken', async () => {
    reply = {
      ok: false,
      error: {
        code: 'invalid-message',
        message: 'A prompt named “Tidy up” is saved already.',
        remedy: '',
        details: null,
      },
    };
    const onClose = show({ name: null, text: 'Tidy up' });
    await rendering.press('Save prompt');
    expect(await rendering.shown.findByText('A prompt named “Tidy up” is saved already.')).toBeDefined();
    expect(field('Text').value).toBe('Tidy up');
    expect(onClose).not.toHaveBeenCalled();
  });
});
