import { describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { answerCommand, type CommandHandlers, isCommandMessage } from '@/src/background/command-server';
import { StewardError } from '@/src/core/errors';
import { COMMAND_CHANNEL, MAX_MESSAGE_LENGTH } from '@/src/messages/channels';

const panel = { id: browser.runtime.id, url: browser.runtime.getURL('/sidepanel.html') };
const command = { type: 'stop', chatId: 'c' };

function handlersThat(stop: CommandHandlers['stop']): CommandHandlers {
  return { stop } as CommandHandlers;
}

describe('a command', () => {
  it('is answered when it comes from the panel', async () => {
    const stop = vi.fn(async () => null);
    expect(await answerCommand(handlersThat(stop), { command }, panel)).toEqual({ ok: true, value: null });
    expect(stop).toHaveBeenCalledWith(command);
  });

  it.each([
    ['another extension', { id: 'other', url: panel.url }],
    ['a content script', { id: panel.id, url: 'http://127.0.0.1:8787/' }],
    [
      'another page of this extension',
      { id: panel.id, url: browser.runtime.getURL('/' as '/sidepanel.html') },
    ],
    ['a page that carries the panel’s path', { id: panel.id, url: 'https://evil.example/sidepanel.html' }],
    ['nobody knows whom', { id: panel.id }],
  ])('from %s is refused and does nothing', async (_, sender) => {
    const stop = vi.fn(async () => null);
    const reply = await answerCommand(handlersThat(stop), { command }, sender);
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid-message' } });
    expect(stop).not.toHaveBeenCalled();
  });

  it.each([
    ['an unknown type', { type: 'format-disk' }],
    ['a missing field', { type: 'stop' }],
    ['a field too many', { ...command, key: 'x' }],
    ['a message of blanks', { type: 'send-message', chatId: 'c', text: '  \n ' }],
    ['an over-long message', { type: 'send-message', chatId: 'c', text: 'x'.repeat(MAX_MESSAGE_LENGTH + 1) }],
  ])('with %s is refused', async (_, bad) => {
    const reply = await answerCommand(handlersThat(vi.fn()), { command: bad }, panel);
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid-message' } });
  });

  it('that fails answers with the error’s code, words and remedy', async () => {
    const stop = vi.fn(async () => {
      throw new StewardError('page-gone', 'Closed.', { remedy: 'Open it.' });
    });
    expect(await answerCommand(handlersThat(stop), { command }, panel)).toEqual({
      ok: false,
      error: { code: 'page-gone', message: 'Closed.', remedy: 'Open it.', details: null },
    });
  });

  it('that meets a defect says so and logs it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stop = vi.fn(async () => {
      throw new TypeError('x is undefined');
    });
    const reply = await answerCommand(handlersThat(stop), { command }, panel);
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'internal', details: 'TypeError: x is undefined' },
    });
    expect(logged).toHaveBeenCalled();
  });
});

it.each([
  [{ channel: COMMAND_CHANNEL, command: {} }, true],
  [{ channel: 'steward/page', notice: 'state-changed' }, false],
  ['text', false],
  [null, false],
])('isCommandMessage(%j) is %s', (message, expected) => expect(isCommandMessage(message)).toBe(expected));
