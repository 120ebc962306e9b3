import { describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { CommandContext, CommandHandlers } from '@/src/background/panel-server/command-context';
import {
  answerCommand,
  type CommandServer,
  isCommandMessage,
  logFailedCommands,
} from '@/src/background/panel-server/command-server';
import { StewardError } from '@/src/core/errors';
import { createConsents } from '@/src/core/policy/user-consent';
import { COMMAND_CHANNEL, MAX_MESSAGE_LENGTH } from '@/src/messages/channels';
import type { Command, CommandType } from '@/src/messages/commands';
import { sampleCommands } from '@/tests/security/messages/sample-commands';
import { createMemoryLogger } from '../../core/logging/memory-logger';

const settingsPage = { id: browser.runtime.id, url: browser.runtime.getURL('/options.html' as never) };
const panel = { id: browser.runtime.id, url: browser.runtime.getURL('/sidepanel.html') };
const command = { type: 'show-page', chatId: 'c' };
/** Looks like a consent but isn't one. */
const nobodys = { subjects: ['c'] };

const refused = vi.fn();
const failed = vi.fn<CommandServer['onFailed']>();

function handlersThat(run: CommandHandlers['show-page']): CommandServer {
  const handlers = { 'show-page': run } as CommandHandlers;
  return { handlers, context, consents, ready, onRefused: refused, onFailed: failed };
}

const context = {} as CommandContext;

const consents = createConsents();
const ready = async () => undefined;

describe('a command', () => {
  it('is answered if it comes from the panel', async () => {
    refused.mockClear();
    const handler = vi.fn<CommandHandlers['show-page']>(async () => undefined);
    expect(await answerCommand(handlersThat(handler), { channel: COMMAND_CHANNEL, command }, panel)).toEqual({
      ok: true,
      value: undefined,
    });
    const [given, usedContext, consent] = handler.mock.calls[0] ?? [];
    expect(given).toEqual(command);
    expect(usedContext).toBe(context);
    // The consent is valid for the chat of the command, and for no other.
    expect(() => consents.assertGiven(consent ?? nobodys, 'c')).not.toThrow();
    expect(() => consents.assertGiven(consent ?? nobodys, 'd')).toThrow(
      'was not requested in Steward’s panel',
    );
    expect(() => consents.assertGiven(nobodys, 'c')).toThrow('was not requested in Steward’s panel');
    expect(refused).not.toHaveBeenCalled();
  });

  it.each([
    ['another extension', { id: 'other', url: panel.url }],
    ['a content script', { id: panel.id, url: 'http://127.0.0.1:8787/' }],
    [
      'another page of this extension',
      { id: panel.id, url: browser.runtime.getURL('/' as '/sidepanel.html') },
    ],
    ['a page with the panel’s path', { id: panel.id, url: 'https://evil.example/sidepanel.html' }],
    ['an unknown sender', { id: panel.id }],
    ['an invalid address', { id: panel.id, url: '' }],
    ['the panel in a frame', { ...panel, frameId: 3 }],
  ])('from %s is refused and does nothing', async (_, sender) => {
    const handler = vi.fn(async () => undefined);
    const reply = await answerCommand(handlersThat(handler), { channel: COMMAND_CHANNEL, command }, sender);
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid-message' } });
    expect(handler).not.toHaveBeenCalled();
    expect(refused).toHaveBeenCalledWith({ what: 'command', why: 'it is not from the panel' }, sender);
  });

  const ids = { approvalId: 'a', executionId: 'e', digest: 'd'.repeat(64) };
  const samples = sampleCommands({
    ...{
      chatId: 'c',
      connectionId: 'k',
      runId: 'r',
      checkpointId: 'p',
      stateHash: 's'.repeat(64),
      secret: 'x',
    },
    pending: ids,
    decided: ids,
  });
  const OF_THE_SETTINGS_PAGE: readonly CommandType[] = [
    ...(['save-connection', 'delete-connection', 'test-connection', 'list-models'] as const),
    ...(['free-space', 'check-data', 'acknowledge-findings', 'delete-all-data', 'restore-backup'] as const),
    ...(['log-panel-failure', 'save-alias', 'delete-alias'] as const),
    ...(['export-settings', 'import-settings'] as const),
  ];

  it.each(Object.values(samples))(
    '$type from the settings page runs only if it is about no chat',
    async (sample) => {
      refused.mockClear();
      const run = vi.fn(async () => undefined);
      const server = { ...handlersThat(run), handlers: { [sample.type]: run } as unknown as CommandHandlers };
      const reply = await answerCommand(server, { channel: COMMAND_CHANNEL, command: sample }, settingsPage);
      const isItsOwn = OF_THE_SETTINGS_PAGE.includes(sample.type);
      expect(reply.ok).toBe(isItsOwn);
      expect(run).toHaveBeenCalledTimes(isItsOwn ? 1 : 0);
      expect(refused).toHaveBeenCalledTimes(isItsOwn ? 0 : 1);
    },
  );

  it.each([
    ['an unknown type', { type: 'format-disk' }],
    ['a missing field', { type: 'show-page' }],
    ['an unknown field', { ...command, key: 'x' }],
    ['a blank message', { type: 'send-message', chatId: 'c', text: '  \n ' }],
    ['an over-long message', { type: 'send-message', chatId: 'c', text: 'x'.repeat(MAX_MESSAGE_LENGTH + 1) }],
  ])('with %s is refused', async (_, bad) => {
    const reply = await answerCommand(
      handlersThat(vi.fn()),
      { channel: COMMAND_CHANNEL, command: bad },
      panel,
    );
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid-message' } });
  });

  it('that fails is answered with the error’s code, message and remedy', async () => {
    const handler = vi.fn(async () => {
      throw new StewardError('page-gone', 'Closed.', { remedy: 'Open it.' });
    });
    expect(await answerCommand(handlersThat(handler), { channel: COMMAND_CHANNEL, command }, panel)).toEqual({
      ok: false,
      error: { code: 'page-gone', message: 'Closed.', remedy: 'Open it.', details: null },
    });
  });

  it.each([
    ['a missing chat', new StewardError('not-found', 'No such chat.', { remedy: 'Reopen.' }), 'error', {}],
    ['a busy chat', new StewardError('busy', 'Still at work.', { remedy: 'Wait.' }), 'warning', {}],
    ['an internal error', new TypeError('x is "secret"'), 'error', { defect: 'TypeError: x is "…"' }],
  ] as const)('that fails on %s is logged without the error’s message', async (_what, error, level, more) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { logger, entries } = createMemoryLogger('debug');
    const server = {
      ...handlersThat(async () => Promise.reject(error)),
      onFailed: logFailedCommands(logger),
    };
    await answerCommand(server, { channel: COMMAND_CHANNEL, command }, panel);
    const code = error instanceof StewardError ? error.code : 'internal';
    expect(entries).toMatchObject([
      {
        level,
        topic: 'command.failed',
        chatId: 'c',
        message: 'A command failed: show-page.',
        data: { command: 'show-page', code, ...more },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret');
  });

  it.each<[string, Command, string | null]>([
    ['of a detached panel, with its chat', { type: 'attach', to: { chatId: 'c' } }, 'c'],
    ['of a window, without a chat', { type: 'attach', to: { windowId: 1, shownChatId: 'c' } }, null],
    ['without a chat', { type: 'check-data' }, null],
  ])('that fails is logged, %s', (_, failed, chatId) => {
    const { logger, entries } = createMemoryLogger('debug');
    logFailedCommands(logger)(failed, new StewardError('storage', 'Refused.', { remedy: 'Try again.' }));
    expect(entries).toMatchObject([{ chatId }]);
  });

  it('that fails on an internal error reports and logs it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const handler = vi.fn(async () => {
      throw new TypeError('x is undefined');
    });
    const reply = await answerCommand(handlersThat(handler), { channel: COMMAND_CHANNEL, command }, panel);
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'internal', details: 'TypeError: x is undefined' },
    });
    expect(logged).toHaveBeenCalled();
  });
});

it.each([
  [{ channel: COMMAND_CHANNEL, command: {} }, true],
  [{ channel: COMMAND_CHANNEL, key: 'x' }, true],
  [{ channel: 'steward/page', notice: 'state-changed' }, false],
  ['text', false],
  [null, false],
])('isCommandMessage(%j) is %s', (message, expected) => expect(isCommandMessage(message)).toBe(expected));
