// @document
import { fireEvent } from '@testing-library/react/pure';
import { act, createRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { bindField } from '@/src/panel/composer/composer';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { editField } from '@/src/panel/composer/edit-field';
import { VoiceInput } from '@/src/panel/composer/voice/voice-input';
import type { SpeechRecognition } from '@/src/panel/kit/speech-recognition';
import { withRendering } from '../../with-rendering';
import { withEditCommands } from '../edit-commands';
import { textInMemory } from '../memory-text-store';

const rendering = withRendering();
const field = createRef<HTMLTextAreaElement>();
const report = vi.fn();
const openTab = vi.fn(async () => ({}));
// The other files of a worker have the same browser.
const realTabs = { create: browser.tabs.create };
let composerText: ComposerText;
let editCommands: ReturnType<typeof withEditCommands>;
let unbind = () => {};
let permission: string;
/** The recognitions that were made, the newest last. */
let made: FakeRecognition[];

class FakeRecognition implements SpeechRecognition {
  continuous = false;
  interimResults = false;
  lang = '';
  onresult: SpeechRecognition['onresult'] = null;
  onerror: SpeechRecognition['onerror'] = null;
  onend: SpeechRecognition['onend'] = null;
  readonly start = vi.fn();
  readonly stop = vi.fn(() => this.onend?.());
  readonly abort = vi.fn();
  constructor() {
    made.push(this);
  }
}

beforeEach(() => {
  made = [];
  permission = 'granted';
  report.mockReset();
  openTab.mockClear();
  Object.assign(browser.tabs, { create: openTab });
  Object.assign(browser.runtime, { getURL: (path: string) => `chrome-extension://own${path}` });
  Object.assign(navigator, { permissions: { query: async () => ({ state: permission }) } });
  composerText = textInMemory();
  editCommands = withEditCommands();
});

afterEach(() => {
  unbind();
  vi.restoreAllMocks();
  Object.assign(browser.tabs, realTabs);
});

function show(text: string) {
  rendering.render(
    <>
      <textarea ref={field} />
      <VoiceInput
        Recognition={FakeRecognition}
        textarea={field}
        composerText={composerText}
        edit={editField}
        report={report}
      />
    </>,
  );
  composerText.setText(text);
  if (field.current === null) throw new Error('There is no field.');
  // As the composer does.
  unbind = bindField(field.current, composerText);
  field.current.setSelectionRange(text.length, text.length);
}

/** Presses Dictate, and waits until the panel has read the permission and listens. */
async function dictate() {
  await rendering.press('Dictate');
  await rendering.shown.findByRole('button', { name: 'Stop dictating' });
}

const said = (words: string, isFinal: boolean) =>
  act(() => {
    const result = Object.assign([{ transcript: words }], { isFinal });
    made.at(-1)?.onresult?.({ resultIndex: 0, results: [result] });
  });
const note = () => rendering.shown.queryByRole('paragraph')?.textContent ?? null;
const problem = async () => (await rendering.shown.findByRole('alert')).textContent;
const textbox = () => rendering.shown.getByRole('textbox');
/** Returns false if a handler prevented the default action of the key. */
const pressEscape = (init: KeyboardEventInit) => fireEvent.keyDown(textbox(), { key: 'Escape', ...init });

describe('voice input', () => {
  it('listens in the browser’s language, shows what may change, and adds what is final', async () => {
    show('Hide');
    await dictate();
    expect(made[0]).toMatchObject({ continuous: true, interimResults: true, lang: navigator.language });
    expect(note()).toBe('Listening… ');
    said('all previ', false);
    expect(note()).toBe('Listening… all previ');
    expect(composerText.getText()).toBe('Hide');
    said('all previews', true);
    expect(composerText.getText()).toBe('Hide all previews');
    expect(note()).toBe('Listening… ');
    said('  ', true);
    expect(composerText.getText()).toBe('Hide all previews');
  });

  it('adds words as typing does, in place of what is selected, so that an undo restores it', async () => {
    show('Hide the models');
    await dictate();
    field.current?.setSelectionRange(5, 8);
    said('all', true);
    expect(editCommands).toHaveBeenCalledExactlyOnceWith('insertText', false, 'all');
    expect([composerText.getText(), field.current?.value]).toEqual(['Hide all models', 'Hide all models']);
    expect(field.current?.selectionStart).toBe(8);
  });

  it('replaces nothing while the focus is elsewhere, where an undo wouldn’t restore it', async () => {
    show('Hide the models');
    await dictate();
    field.current?.setSelectionRange(5, 8);
    await rendering.user.click(document.body);
    said('new', true);
    expect(editCommands).not.toHaveBeenCalled();
    expect(field.current?.value).toBe('Hide the new models');
  });

  it('stops with its button, and can be started again', async () => {
    show('');
    await dictate();
    expect(rendering.button('Stop dictating').getAttribute('aria-pressed')).toBe('true');
    expect(document.activeElement).toBe(field.current);
    await rendering.press('Stop dictating');
    expect(made[0]?.stop).toHaveBeenCalledTimes(1);
    expect(note()).toBeNull();
    await dictate();
    expect(made).toHaveLength(2);
  });

  it('stops with Escape, which does nothing else then', async () => {
    show('Text');
    const others = vi.fn();
    textbox().addEventListener('keydown', others);
    await dictate();
    pressEscape({ isComposing: true });
    expect(made[0]?.stop).not.toHaveBeenCalled();
    expect(others).toHaveBeenCalledTimes(1);
    expect(pressEscape({})).toBe(false);
    expect(made[0]?.stop).toHaveBeenCalledTimes(1);
    expect(others).toHaveBeenCalledTimes(1);
    await rendering.user.keyboard('{Escape}');
    expect(others).toHaveBeenCalledTimes(2);
  });

  it('doesn’t start before it is allowed: a tab can ask for the permission', async () => {
    permission = 'prompt';
    show('');
    await rendering.press('Dictate');
    expect(made[0]?.start).not.toHaveBeenCalled();
    expect(await problem()).toContain('Steward may not use the microphone.');
    await rendering.press('Allow the microphone in a tab');
    expect(openTab).toHaveBeenCalledExactlyOnceWith({ url: 'chrome-extension://own/voice.html' });
  });

  it('that ends with an error says why, until it is started again', async () => {
    show('');
    await dictate();
    act(() => {
      made[0]?.onerror?.({ error: 'network' });
      made[0]?.onend?.();
    });
    expect(await problem()).toContain('can’t be reached');
    expect(rendering.buttonNames()).toEqual(['Dictate', 'Dismiss']);
    await dictate();
    expect(rendering.shown.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['it is dismissed', () => rendering.press('Dismiss')],
    ['a message is sent', () => act(() => composerText.send(async () => true))],
  ])('that heard nothing says so until %s', async (_, finish) => {
    show('Hide it');
    await dictate();
    act(() => {
      made[0]?.onerror?.({ error: 'no-speech' });
      made[0]?.onend?.();
    });
    rendering.button('Dismiss').focus();
    act(() => composerText.setText('Hide that'));
    expect(await problem()).toContain('Nothing was heard.');
    await finish();
    expect(rendering.shown.queryByRole('alert')).toBeNull();
  });

  it('gives the focus of Dismiss to the field', async () => {
    permission = 'denied';
    show('');
    await rendering.press('Dictate');
    expect(await problem()).toContain('Steward may not use the microphone.');
    await rendering.press('Dismiss');
    expect(document.activeElement).toBe(field.current);
    expect(note()).toBeNull();
  });

  it('that fails for another reason is reported', async () => {
    Object.assign(navigator, {
      permissions: {
        query: async () => {
          throw new TypeError('no such name');
        },
      },
    });
    show('');
    await rendering.press('Dictate');
    expect(report).toHaveBeenCalledExactlyOnceWith(new TypeError('no such name'));
    await rendering.press('Dictate');
    expect(report).toHaveBeenCalledTimes(2);
  });

  it('ends when the text was sent, and drops what becomes final afterwards', async () => {
    show('Hide the');
    await dictate();
    said('audio mod', false);
    const [before] = made;
    act(() => composerText.setText(''));
    expect(before?.abort).toHaveBeenCalledTimes(1);
    expect(note()).toBeNull();
    said('audio models', true);
    expect(composerText.getText()).toBe('');
    await dictate();
    said('Thanks', true);
    expect(composerText.getText()).toBe('Thanks');
  });

  it('goes on when the user deletes the text', async () => {
    show('Hide the');
    await dictate();
    await rendering.user.clear(textbox());
    expect(composerText.getText()).toBe('');
    said('Show all', true);
    expect(composerText.getText()).toBe('Show all');
    expect(note()).toBe('Listening… ');
  });

  it('ends without a result when the chat is left', async () => {
    show('');
    await dictate();
    rendering.render(null);
    expect(made[0]?.abort).toHaveBeenCalledTimes(1);
  });
});
