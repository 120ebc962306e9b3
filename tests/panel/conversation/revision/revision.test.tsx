// @document
import 'fake-indexeddb/auto';
import { waitFor } from '@testing-library/react/pure';
import { act } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { RevisionPreview } from '@/src/core/checkpoints/revision';
import { StewardError } from '@/src/core/errors';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { Command } from '@/src/messages/commands';
import { BranchButton } from '@/src/panel/conversation/revision/message-actions';
import type { KeptEdits } from '@/src/panel/conversation/revision/stored-edits';
import { PromptSheet } from '@/src/panel/data/saved-prompts/parts';
import { sendCommand } from '@/src/panel/data/send-command';
import { loadStore } from '@/src/panel/data/stored-data';
import type { Message } from '@/src/schema/message';
import type { RunStatus } from '@/src/schema/run-status';
import * as queries from '@/src/store/queries';
import { messageImage } from '../../../fakes/an-image';
import { wholeView } from '../../../fakes/whole-view';
import { inShownChat } from '../../in-shown-chat';
import { assistantMessage, userMessage } from '../../stored-messages';
import { ended, storedRun } from '../../stored-run';
import { stubCommands } from '../../stub-commands';
import { stubDialogs } from '../../stub-dialogs';
import { withFrameRendering } from '../../with-rendering';
import { RULE_A, RULE_B, rollbackPreview } from '../reversals/previews';
import { ShownConversation, stubResizeObserver } from '../shown-conversation';

let discardedBy: string | null;
const ASKED = userMessage({ content: 'Block previews' });
const ANSWERED = assistantMessage({ id: 'a', position: 1, content: 'Done.' });
/** Text of an edit. */
const TEXT = 'Block all previews';
const HASH = 'h';
const UNCHANGED: RevisionPreview = {
  kind: 'revision',
  stateHash: HASH,
  position: 2,
  messagesSetAside: 2,
  page: { kind: 'unchanged' },
};
const CHOICE: RevisionPreview = {
  ...UNCHANGED,
  page: { kind: 'choice', rollback: rollbackPreview({ stateHash: HASH, differences: [RULE_A, RULE_B] }) },
};

const page = withFrameRendering();
const { button, press } = page;
const expectText = (text: string | RegExp) => expect(page.shown.getByText(text)).toBeDefined();
const expectFocus = (element: Element | null) => expect(document.activeElement).toBe(element);
// A panel that is open has loaded the database's code.
beforeAll(async () => void (await loadStore()));
const onReversed = vi.fn();
let kept: KeptEdits;
let preview: RevisionPreview;
let failure: StewardError | null;
const sent = () =>
  vi
    .mocked(sendCommand)
    .mock.calls.map(([command]) => command as Command)
    .filter(({ type }) => type !== 'preview-reversal');

const givenBack = () => sent().flatMap((command) => (command.type === 'give-back' ? command.texts : []));

beforeEach(async () => {
  await browser.storage.session.clear();
  stubResizeObserver();
  preview = UNCHANGED;
  failure = null;
  discardedBy = null;
  kept = new Map();
  onReversed.mockClear();
  vi.spyOn(queries, 'userMessage').mockImplementation(async (id) => ({
    ...ASKED,
    id,
    content: 'Blok previews',
    discardedBy,
  }));
  stubCommands();
  vi.mocked(sendCommand).mockImplementation(async (command: Command) => {
    if (command.type === 'preview-reversal') return preview as never;
    if (command.type === 'give-back') return { composerText: command.texts[0] } as never;
    if (failure !== null) throw failure;
    return { composerText: null } as never;
  });
});

function show(messages: Message[] = [ASKED, ANSWERED], status: RunStatus = ended('completed')) {
  const settings = newChatSettings();
  const chat = newChat({ id: 'c', title: 'T', atMs: 0, binding: null, settings, lastStateHash: null });
  const view = wholeView({ chat, messages, executions: [], run: storedRun(status), pendingApproval: null });
  page.render(
    inShownChat(
      { view },
      <ShownConversation
        checkpoints={{ onOpen: () => undefined, onReversed }}
        revision={{ problem: () => null, kept }}
      />,
    ),
  );
}

const field = () => page.shown.queryByRole<HTMLTextAreaElement>('textbox', { name: 'New text' });
const bubble = () => page.shown.queryByText('Block previews', { ignore: 'textarea' });
const hidePanel = () => act(async () => document.dispatchEvent(new Event('visibilitychange')));

/** Presses the first “Edit message”, waits until its form is complete, and enters the text if there is one. */
async function edit(text?: string) {
  // getAllByRole throws if it finds nothing.
  await page.user.click(page.shown.getAllByRole('button', { name: 'Edit message' })[0] as HTMLElement);
  await page.shown.findByText(/will be set aside/);
  if (text !== undefined) await write(text);
}
const write = (text: string) => page.enter(page.shown.getByRole('textbox', { name: 'New text' }), text);
/** Shows the first messages, and edits. */
async function open(text?: string) {
  show();
  await edit(text);
}
/** Sends the edit, and waits until its form is closed. */
async function send() {
  await press('Send');
  await waitFor(() => expect(field()).toBeNull());
}

describe('an edit that is not sent', () => {
  const KEY = 'edit:u:c';
  const stored = async () => (await browser.storage.session.get(KEY))[KEY];
  /** Shows the chat in a panel that has just been opened. */
  const reload = () => {
    page.render(null);
    kept = new Map();
    show();
  };

  it('is in the form again after the panel was closed', async () => {
    await open(TEXT);
    reload();
    expect(await stored()).toBe(TEXT);
    await edit();
    await waitFor(() => expect(field()?.value).toBe(TEXT));
    await send();
    expect(sent()).toMatchObject([{ target: { kind: 'edit', text: TEXT } }]);
    expect(await stored()).toBeUndefined();
  });

  it('is stored while it is being written, and before the panel is hidden', async () => {
    await open(TEXT);
    expect(await stored()).toBeUndefined();
    await hidePanel();
    expect(await stored()).toBe(TEXT);
    await press('Cancel');
    expect(await stored()).toBeUndefined();
  });

  it('stays stored if it can’t be sent', async () => {
    failure = new StewardError('network', 'No.', { remedy: 'Wait.' });
    await open(TEXT);
    await press('Send');
    expect(await stored()).toBe(TEXT);
    reload();
    expect(await stored()).toBe(TEXT);
  });

  it('is deleted when its message was set aside, and given back', async () => {
    await browser.storage.session.set({ [KEY]: TEXT });
    await open();
    await waitFor(() => expect(field()?.value).toBe(TEXT));
    discardedBy = 'rollback';
    show([]);
    await waitFor(() => expect(givenBack()).toEqual([TEXT]));
    expect(await stored()).toBeUndefined();
  });

  it('says so if it can’t be stored', async () => {
    vi.spyOn(browser.storage.session, 'set').mockRejectedValueOnce(new Error('Quota exceeded'));
    await open(TEXT);
    await hidePanel();
    expectText('The edited text could not be stored.');
    await write('a'.repeat(500_001));
    await hidePanel();
    expectText(/RangeError: 500001 characters/);
    await write('Block all');
    await hidePanel();
    expect(page.shown.queryByRole('alert')).toBeNull();
    expect(await stored()).toBe('Block all');
  });
});

describe('editing a message', () => {
  it('opens its text in place, with the focus, and says what is set aside', async () => {
    await open();
    expect(field()?.value).toBe('Block previews');
    expectFocus(field());
    expectText(/^This message and 1 later message will be set aside/);
    expect(bubble()).toBeNull();
  });

  it('says that it keeps its images', async () => {
    URL.createObjectURL = () => 'blob:made';
    URL.revokeObjectURL = () => undefined;
    show([{ ...ASKED, images: [messageImage('a'), messageImage('b')] }, ANSWERED]);
    await edit();
    expectText('It keeps 2 images.');
  });

  it.each([
    ['Send', () => press('Send')],
    ['Ctrl+Enter', () => page.user.keyboard('{Control>}{Enter}{/Control}')],
  ])('sends the new text by %s, and then returns the focus to the composer', async (_, submit) => {
    await open(TEXT);
    await submit();
    await waitFor(() => expect(field()).toBeNull());
    expect(sent()).toEqual([
      {
        type: 'reverse',
        chatId: 'c',
        target: { kind: 'edit', messageId: 'u', text: TEXT, strategy: null },
        shown: { stateHash: HASH, position: 2 },
      },
    ]);
    expectFocus(page.frame.message);
  });

  it('can’t be cancelled or sent again while it is being sent, and then leaves the focus where the user has moved it', async () => {
    let settle = () => {};
    await open();
    vi.mocked(sendCommand)
      .mockClear()
      .mockImplementation(
        () => new Promise((resolve) => (settle = () => resolve({ composerText: null } as never))),
      );
    await press('Send');
    expectFocus(button('Send'));
    await press('Send');
    await press('Cancel');
    await page.user.click(page.shown.getByRole('textbox', { name: 'New text' }));
    await page.user.keyboard('{Control>}{Enter}{/Control}{Escape}');
    expect(sendCommand).toHaveBeenCalledOnce();
    expect(field()).not.toBeNull();
    const elsewhere = page.place.appendChild(document.createElement('button'));
    elsewhere.focus();
    await act(async () => settle());
    expect(field()).toBeNull();
    expectFocus(elsewhere);
  });

  it.each([
    ['Cancel', () => press('Cancel')],
    ['Escape', () => page.user.keyboard('{Escape}')],
  ])('restores the message by %s, and the button gets the focus', async (_by, cancel) => {
    await open('Something else');
    await cancel();
    expect(bubble()).not.toBeNull();
    expectFocus(button('Edit message'));
    expect(sent()).toEqual([]);
    await edit();
    expect(field()?.value).toBe('Block previews');
  });

  it('sends no empty text', async () => {
    await open('  ');
    expect(button('Send').disabled).toBe(true);
  });

  it('is not possible during a run', () => {
    show([ASKED, ANSWERED], { state: 'processing' });
    expect(button('Edit message').disabled).toBe(true);
    expect(button('Edit message').title).toBe('Edit message: stop the run first');
    expect(button('Retry answer').disabled).toBe(true);
  });

  it('keeps the text if the background refuses it, and computes the preview again', async () => {
    failure = new StewardError('page-changed', 'The page was changed.', { remedy: 'Look.' });
    await open('New');
    await press('Send');
    expect((await page.shown.findByRole('alert')).textContent).toContain('The page was changed.');
    failure = null;
    await press('Try again');
    await page.shown.findByText(/will be set aside/);
    expect(field()?.value).toBe('New');
    await send();
    expectFocus(page.frame.message);
  });

  it('shows the text that it replaced on request', async () => {
    show([{ ...ASKED, editOf: 'earlier' }, ANSWERED]);
    await page.user.click(page.shown.getByText('Edited'));
    expect(await page.shown.findByText('Blok previews')).toBeDefined();
  });
});

describe('the text of an edit that isn’t sent', () => {
  const LATER = { ...ASKED, id: 'u2', position: 2, content: 'And now?' };
  async function writeInForm() {
    show([ASKED, ANSWERED, LATER]);
    await edit(TEXT);
  }
  /** Runs the queries that a rendering began. */
  const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)));

  it.each([
    ['another chat was shown', () => page.render(null)],
    ['other messages were shown', () => show([LATER])],
  ])('is in its form again after %s, which doesn’t take the focus', async (_, leave) => {
    await writeInForm();
    leave();
    await settle();
    show([ASKED, ANSWERED, LATER]);
    await settle();
    expect(field()?.value).toBe(TEXT);
    expectFocus(page.frame.message);
    await send();
    expect(sent()).toMatchObject([{ target: { messageId: 'u', text: TEXT } }]);
  });

  it('is in its form again after another message was edited', async () => {
    await writeInForm();
    await edit();
    expect(field()?.value).toBe('And now?');
    await edit();
    expect(field()?.value).toBe(TEXT);
  });

  it('is given back, and the focus too, if the message is set aside under the form', async () => {
    await writeInForm();
    discardedBy = 'rollback';
    show([LATER]);
    await settle();
    expect(givenBack()).toEqual([TEXT]);
    expect(onReversed).toHaveBeenCalledExactlyOnceWith(TEXT);
    expectFocus(page.frame.message);
    // Redo.
    discardedBy = null;
    show([ASKED, ANSWERED, LATER]);
    await settle();
    expect(field()).toBeNull();
    expect(givenBack()).toHaveLength(1);
  });

  it('is given back if the message was set aside while another chat was shown', async () => {
    await writeInForm();
    page.render(null);
    discardedBy = 'rollback';
    show([LATER]);
    await settle();
    expect(givenBack()).toEqual([TEXT]);
  });

  it('is given back if it can’t be sent because the message is set aside', async () => {
    await writeInForm();
    discardedBy = 'rollback';
    failure = new StewardError('conflict', 'The message was set aside.', { remedy: 'Look.' });
    vi.mocked(sendCommand).mockImplementation(async (command: Command) => {
      if (command.type === 'give-back') return { composerText: null } as never;
      show([LATER]);
      throw failure;
    });
    await press('Send');
    await settle();
    expect(givenBack()).toEqual([TEXT]);
  });

  it('isn’t given back if it was sent, or cancelled', async () => {
    await writeInForm();
    await press('Cancel');
    await edit('Sent');
    discardedBy = 'edit';
    vi.mocked(sendCommand).mockImplementation(async () => {
      show([LATER]);
      return { composerText: null } as never;
    });
    await press('Send');
    await settle();
    expect(givenBack()).toEqual([]);
  });
});

describe('the choice for a changed page', () => {
  const KEEP = 'Keep the page as it is';
  const ONLY_KEPT: RevisionPreview = {
    ...UNCHANGED,
    page: { kind: 'kept', why: 'The checkpoint was deleted.' },
  };

  it.each<[string, RevisionPreview, string | null, shown: string, strategy: object | null]>([
    [
      'has the rollback preselected, with its differences',
      CHOICE,
      null,
      RULE_B.text,
      { strategy: 'replace' },
    ],
    ['keeps the page if the user chooses that', CHOICE, KEEP, KEEP, null],
    ['says why the page can only be kept', ONLY_KEPT, null, 'The checkpoint was deleted.', null],
  ])('%s', async (_, given, chosen, words, strategy) => {
    preview = given;
    await open();
    if (chosen !== null) await page.user.click(page.shown.getByRole('radio', { name: chosen }));
    expectText(words);
    expect(page.shown.queryByText(RULE_B.text) === null).toBe(strategy === null);
    await send();
    expect(sent()).toMatchObject([{ target: { strategy } }]);
  });
});

describe('retrying an answer', () => {
  const SAVE = ['Save as prompt', 'Branch from here'];
  const OF_MESSAGE = ['Edit message', 'Copy message', ...SAVE];

  it('requests the last answer again at once', async () => {
    preview = { ...UNCHANGED, messagesSetAside: 1 };
    show();
    await press('Retry answer');
    await page.shown.findByRole('button', { name: 'Retry answer' });
    expect(sent()).toMatchObject([{ target: { kind: 'retry', messageId: 'a', strategy: null } }]);
  });

  it('asks first if later messages are set aside too', async () => {
    show();
    await press('Retry answer');
    await page.shown.findByText(/^This answer and 1 later message will be set aside/);
    expect(sent()).toEqual([]);
    expectFocus(button('Cancel'));
    await press('Retry');
    await page.shown.findByRole('button', { name: 'Retry answer' });
    expect(sent()).toHaveLength(1);
  });

  it.each<[string, Message[], string[]]>([
    ['not offered for a plan, which Steward made', [{ ...ANSWERED, plan: true }], SAVE],
    [
      'offered once for a turn, at its last answer',
      [ANSWERED, { ...ANSWERED, id: 'b', position: 2 }, { ...ASKED, id: 'v', position: 3 }],
      ['Retry answer', 'Copy answer', ...SAVE, ...OF_MESSAGE],
    ],
  ])('is %s', (_, messages, names) => {
    show([ASKED, ...messages]);
    expect(page.buttonNames()).toEqual([...OF_MESSAGE, ...names]);
  });
});

it('makes one branch at a time, and keeps the focus', async () => {
  const name = 'Branch from here';
  let settle = () => {};
  const onBranch = vi.fn(() => new Promise<void>((resolve) => (settle = resolve)));
  page.render(<BranchButton isBefore={false} onBranch={onBranch} />);
  await press(name);
  await press(name);
  expect(onBranch).toHaveBeenCalledOnce();
  expect(button(name).getAttribute('aria-disabled')).toBe('true');
  expectFocus(button(name));
  // Without a new chat, the button stays and can be pressed again.
  await act(async () => settle());
  await press(name);
  expect(onBranch).toHaveBeenCalledTimes(2);
});

it('the sheet that saves an answer as a prompt stays open, with what was typed, when the next answer arrives', async () => {
  stubDialogs();
  await PromptSheet.load();
  const running: RunStatus = { state: 'processing' };
  show([ASKED, ANSWERED], running);
  await page.user.click(page.shown.getAllByRole('button', { name: 'Save as prompt' }).at(-1) as HTMLElement);
  const typed = () => page.shown.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
  await page.user.clear(typed());
  await page.user.type(typed(), 'Done, and checked.');
  show([ASKED, ANSWERED, { ...ANSWERED, id: 'b', position: 2 }], running);
  expect(typed().value).toBe('Done, and checked.');
});
