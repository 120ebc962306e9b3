// @document
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { newChatSettings } from '@/src/core/records/chat';
import { ModelForm } from '@/src/panel/settings/chat/model-form';
import type { ModelSettings } from '@/src/schema/chat-settings';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const { parameters, streaming, takesImages } = newChatSettings();
const DEFAULTS: ModelSettings = { parameters, streaming, takesImages };
const WARM: ModelSettings = { ...DEFAULTS, parameters: { ...parameters, temperature: 0.7 } };
let saved: ModelSettings[];
/** Settles when the settings are stored. */
let storing: Promise<void>;

beforeEach(() => {
  saved = [];
  storing = Promise.resolve();
});

/** Renders the form, at first or after the stored settings have changed. */
function show(settings: ModelSettings) {
  const onSave = async (sent: ModelSettings) => {
    await storing;
    saved.push(sent);
  };
  rendering.render(<ModelForm settings={settings} onSave={onSave} />);
}

const field = (label: string) => rendering.shown.getByLabelText<HTMLInputElement>(label);

async function type(label: string, value: string) {
  await rendering.enter(field(label), value);
}

describe('what is wrong with a field', () => {
  const problemOf = (label: string) => field(label).parentElement?.querySelector('[role=alert]')?.textContent;
  const problems = () => ['Temperature', 'Max tokens'].map(problemOf);

  it.each<[string, () => Promise<void>]>([
    ['is corrected', () => type('Temperature', '1')],
    ['is reset', () => rendering.press('Reset: Temperature')],
  ])('is said until the field %s', async (_, correct) => {
    show(DEFAULTS);
    await type('Temperature', '9');
    await type('Max tokens', '0');
    await rendering.press('Save settings');
    const [ofTemperature, ofMaxTokens] = problems();
    expect(ofTemperature).toContain('2');
    await correct();
    expect(problems()).toEqual(['', ofMaxTokens]);
    expect(field('Temperature').getAttribute('aria-invalid')).toBe('false');
    await rendering.press('Save settings');
    expect(problems()).toEqual(['', ofMaxTokens]);
    expect(saved).toEqual([]);
  });
});

describe('model settings that another window changes while the form is open', () => {
  it('are shown in the fields that the user left alone, and kept when the others are saved', async () => {
    show(DEFAULTS);
    await type('Max tokens', '500');
    show(WARM);
    expect(field('Temperature').value).toBe('0.7');
    expect(field('Max tokens').value).toBe('500');
    await rendering.press('Save settings');
    expect(saved).toEqual([{ ...WARM, parameters: { ...parameters, temperature: 0.7, maxTokens: 500 } }]);
  });

  it('replace what the user typed and took back', async () => {
    show(DEFAULTS);
    await type('Temperature', '1');
    await type('Temperature', '');
    show(WARM);
    expect(field('Temperature').value).toBe('0.7');
  });

  it('don’t replace what the user typed in the same field', async () => {
    show(DEFAULTS);
    await type('Temperature', '1');
    show(WARM);
    expect(field('Temperature').value).toBe('1');
  });
});

it('a save is confirmed, unless the user typed meanwhile: then the form says what isn’t saved', async () => {
  const status = () => rendering.shown.getByRole('status').textContent;
  let resolve = () => {};
  storing = new Promise((done) => {
    resolve = done;
  });
  show(DEFAULTS);
  await type('Max tokens', '500');
  await rendering.press('Save settings');
  await type('Max tokens', '600');
  await act(async () => resolve());
  expect(saved).toEqual([{ ...DEFAULTS, parameters: { ...parameters, maxTokens: 500 } }]);
  expect(field('Max tokens').value).toBe('600');
  expect(status()).toContain('What you typed since then is not saved yet.');
  await rendering.press('Save settings');
  expect(status()).toBe('Saved.');
});
