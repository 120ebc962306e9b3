// @document
import { readFile } from 'node:fs/promises';
import { fireEvent, within } from '@testing-library/react/pure';
import { act } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { MAX_MESSAGE_LENGTH } from '@/src/messages/channels';
import type { Command } from '@/src/messages/commands';
import { Composer } from '@/src/panel/composer/composer';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { AnswerNote, RunMenu, SendDuringRun } from '@/src/panel/composer/parts';
import { runActions } from '@/src/panel/composer/run-actions';
import type { RunActivity } from '@/src/panel/composer/run-activity';
import { APPROVAL_CARD_ID } from '@/src/panel/kit/focus';
import { findPanelFrame } from '@/src/panel/kit/panel-frame';
import type { Approval } from '@/src/schema/approval';
import type { Target } from '@/src/schema/chat';
import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { ExtensionValue } from '@/src/schema/values/extension-settings';
import type { SiteView } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { wholeView } from '../../fakes/whole-view';
import { emptyView, inShownChat } from '../in-shown-chat';
import { storedRun } from '../stored-run';
import { withFrameRendering } from '../with-rendering';
import { withEditCommands } from './edit-commands';
import { memoryTextStore, textInMemory } from './memory-text-store';

const rendering = withFrameRendering();
// Loaded while the panel is idle.
beforeAll(() => Promise.all([RunMenu.load(), SendDuringRun.load(), AnswerNote.load()]));
/** The name of the button of a run's menu. */
const MORE = 'More ways to stop';
const TO_MENU = 'Go to the menu';
const QUOTE = 'Quote the page’s selection';
/** Written in this order; the last ones were not sent by the user, or were set aside. */
const MESSAGES = [
  { role: 'user', content: 'First', discardedBy: null },
  { role: 'user', content: 'First', discardedBy: null },
  { role: 'user', content: 'Second\nmessage', discardedBy: null },
  { role: 'user', content: 'Save the changes on the page.', isProposal: true, discardedBy: null },
  { role: 'assistant', content: 'An answer', discardedBy: null },
  { role: 'user', content: 'Set aside', discardedBy: 'rollback' },
] as Message[];
/** A run of each activity. */
const RUNS: Readonly<Record<RunActivity, Run | null>> = {
  idle: null,
  running: storedRun({ state: 'processing' }),
  pausing: storedRun({ state: 'processing' }, { control: 'pause' }),
  paused: storedRun({ state: 'paused', before: { state: 'processing' } }),
  waiting: storedRun({ state: 'waiting-for-user-input', reason: 'round-limit' }),
  question: storedRun({ state: 'waiting-for-user-input', reason: 'question' }),
};
const labels = (activity: RunActivity) =>
  runActions(RUNS[activity]).map(({ action }) => t(`composer.run.${action}`));
let composerText: ComposerText;
let editCommands: ReturnType<typeof withEditCommands>;

beforeEach(() => {
  composerText = textInMemory();
  editCommands = withEditCommands();
});

/** Renders a composer; `taken` is the result of sending a message. */
function showComposer(
  props: {
    activity?: RunActivity;
    question?: string | null;
    questionId?: string;
    chatId?: string | null;
    /** True if the panel is attached to no page. */
    isUnattached?: boolean;
    taken?: boolean;
    sendKey?: ExtensionValue<'sendKey'>;
    messages?: Message[];
    approvalId?: string;
    targets?: Target[];
    /** The approval request of a site. */
    ofSite?: string;
  } = {},
) {
  const { activity = 'idle', question = null, chatId = 'c', taken = true } = props;
  const onSend = vi.fn(async (_text: string, _questionId: string | null, _isEarly: boolean) => taken);
  const onStop = vi.fn();
  const onQuote = vi.fn();
  Object.assign(browser.runtime, {
    async sendMessage({ command }: { command: Command }) {
      if (command.type === 'control-run' && command.action === 'stop') onStop();
      if (command.type === 'quote-selection') onQuote();
      return { ok: true, value: { mention: '@quote:a1' } };
    },
  });
  void browser.storage.local.set({ 'send-key': props.sendKey ?? 'ctrl-enter' });
  const view =
    chatId === null
      ? null
      : emptyView(RUNS[activity], { id: chatId, ...(props.targets && { targets: props.targets }) });
  const messages = props.messages ?? [];
  const siteParts =
    props.ofSite === undefined ? [] : [{ state: 'asks', approval: { id: props.ofSite } } as SiteView];
  const pendingApproval = props.approvalId === undefined ? null : ({ id: props.approvalId } as Approval);
  rendering.render(
    inShownChat(
      {
        view: view === null ? null : wholeView({ ...view, messages, pendingApproval, siteParts }),
        chatId,
        ...(props.isUnattached === true && {
          attachment: { state: 'unattached', page: { state: 'unknown', url: '' } },
        }),
      },
      <Composer
        frame={rendering.frame}
        composerText={composerText}
        question={question === null ? null : { id: props.questionId ?? 'q', text: question }}
        onSend={onSend}
        onOpen={() => undefined}
        tray={null}
        tools={null}
      />,
    ),
  );
  return { onSend, onStop, onQuote };
}

const field = () => rendering.shown.getByLabelText<HTMLTextAreaElement>('Message');
/** Presses these keys. The field has the focus since the composer was rendered. */
const type = (keys: string) => rendering.user.keyboard(keys);
/** Pastes the text into the field, which is faster than a key event for each character. */
const write = (text: string) => rendering.user.paste(text);
const CTRL_ENTER = '{Control>}{Enter}{/Control}';

/** Dispatches a key event in the field. user-event can't set `isComposing` or `repeat`. */
const press = (init: KeyboardEventInit) => act(async () => void fireEvent.keyDown(field(), init));

describe('the composer', () => {
  it('gives the focus of Send, of Stop, and of a Stop that is gone back to the field', async () => {
    const { onSend, onStop } = showComposer();
    await write('Hide it');
    await rendering.press('Send');
    expect(onSend).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(field());

    const running = showComposer({ activity: 'running' });
    await rendering.press('Stop');
    expect(running.onStop).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(field());

    act(() => rendering.button('Stop').focus());
    showComposer({ activity: 'idle' });
    expect(document.activeElement).toBe(field());
    expect(onStop).not.toHaveBeenCalled();
  });

  it('says that a message is being sent, if that takes a while, and keeps what is typed meanwhile', async () => {
    vi.useFakeTimers();
    try {
      const { onSend } = showComposer();
      let accept: (isAccepted: boolean) => void = () => {};
      onSend.mockImplementationOnce(
        () =>
          new Promise((resolve) => {
            accept = resolve;
          }),
      );
      await write('Hide it');
      await rendering.press('Send');
      await act(() => vi.advanceTimersByTimeAsync(200));
      expect(rendering.button('Sending…').disabled).toBe(true);
      await type(' and more');
      await act(async () => accept(true));
      expect(composerText.getText()).toBe('and more');
      expect(rendering.button('Send').disabled).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['the text is blank', ' \n', 'c'],
    ['there is no chat', 'Hide it', null],
  ])('doesn’t send when %s', async (_, text, chatId) => {
    const { onSend } = showComposer({ chatId });
    act(() => composerText.setText(text));
    await type(CTRL_ENTER);
    expect(onSend).not.toHaveBeenCalled();
    expect(composerText.getText()).toBe(text);
  });

  describe('whose message was to be sent before there was a chat', () => {
    const wish = async () => {
      showComposer({ chatId: null });
      await write('Hide it');
      // The key may be held.
      await type('{Control>}{Enter>2/}{/Control}');
    };
    const attach = async (chatId: string) => {
      const shown = showComposer({ chatId });
      await act(async () => {});
      return shown;
    };

    it('sends it once there is one', async () => {
      await wish();
      const { onSend } = await attach('c');
      expect(onSend).toHaveBeenCalledExactlyOnceWith('Hide it', null, true);
      expect(composerText.getText()).toBe('');
    });

    it('sends it also if Send was clicked, and has the button disabled meanwhile', async () => {
      showComposer({ chatId: null });
      await write('Hide it');
      await rendering.press('Send');
      expect(rendering.button('Send').hasAttribute('disabled')).toBe(true);
      const { onSend } = await attach('c');
      expect(onSend).toHaveBeenCalledExactlyOnceWith('Hide it', null, true);
    });

    it('sends nothing by a click while no chat opens', async () => {
      showComposer({ chatId: null, isUnattached: true });
      await write('Hide it');
      expect(rendering.button('Send').hasAttribute('disabled')).toBe(true);
    });

    it('sends what was entered before the panel was there', async () => {
      Object.assign(field().dataset, { entered: 'Hide it', enteredBy: 'enter' });
      composerText.setText('Hide it\n');
      const { onSend } = showComposer({ sendKey: 'enter' });
      await vi.waitFor(() => expect(onSend).toHaveBeenCalledExactlyOnceWith('Hide it', null, true));
    });

    it('sends it as no answer to a question that the user hasn’t seen', async () => {
      await wish();
      const { onSend } = showComposer({ activity: 'question', question: 'Delete which?' });
      await act(async () => {});
      expect(onSend).toHaveBeenCalledExactlyOnceWith('Hide it', null, true);
    });

    it('sends a stored text, too, as no answer to a question that the user hasn’t seen', async () => {
      composerText = textInMemory(memoryTextStore({ c: 'Delete it' }));
      showComposer({ chatId: null });
      act(() => composerText.open('c'));
      await vi.waitFor(() => expect(field().value).toBe('Delete it'));
      await type(CTRL_ENTER);
      const { onSend } = showComposer({ activity: 'question', question: 'Delete which?' });
      await act(async () => {});
      expect(onSend).toHaveBeenCalledExactlyOnceWith('Delete it', null, true);
    });

    it('doesn’t send a command as a message', async () => {
      showComposer({ chatId: null });
      await write('/undo');
      await type(CTRL_ENTER);
      expect((await attach('c')).onSend).not.toHaveBeenCalled();
      expect(composerText.getText()).toBe('/undo');
    });

    it('sends it once only, also if it was refused', async () => {
      await wish();
      const { onSend } = showComposer({ taken: false });
      await act(async () => {});
      expect(onSend).toHaveBeenCalledOnce();
      expect((await attach('d')).onSend).not.toHaveBeenCalled();
      expect(composerText.getText()).toBe('Hide it');
    });

    it.each<[string, () => unknown]>([
      ['was changed since', () => type(', or')],
      ['got a stored text before it', () => act(() => composerText.setText('A draft\nHide it'))],
      ['was cleared by Escape', () => type('{Escape}')],
      ['was left since', () => rendering.user.click(document.body)],
    ])('doesn’t send a text that %s', async (_, change) => {
      await wish();
      await change();
      expect((await attach('c')).onSend).not.toHaveBeenCalled();
    });
  });

  it.each<[string, ExtensionValue<'sendKey'>, KeyboardEventInit, sends: boolean]>([
    ['Enter', 'enter', {}, true],
    ['Ctrl+Enter', 'enter', { ctrlKey: true }, true],
    ['⌘+Enter', 'enter', { metaKey: true }, true],
    ['Shift+Enter', 'enter', { shiftKey: true }, false],
    ['Alt+Enter', 'enter', { altKey: true }, false],
    ['Enter of an input method', 'enter', { isComposing: true }, false],
    ['a held Enter', 'enter', { repeat: true }, false],
    ['Enter', 'ctrl-enter', {}, false],
    ['Ctrl+Enter', 'ctrl-enter', { ctrlKey: true }, true],
    ['⌘+Enter', 'ctrl-enter', { metaKey: true }, true],
  ])('%s with the setting %s and %j: sends is %j', async (_, sendKey, init, isSent) => {
    const { onSend } = showComposer({ sendKey });
    await write('Hide it');
    await press({ key: 'Enter', ...init });
    expect(onSend).toHaveBeenCalledTimes(isSent ? 1 : 0);
    expect(composerText.getText()).toBe(isSent ? '' : 'Hide it');
  });

  it('says which key sends', async () => {
    showComposer({ sendKey: 'enter' });
    await act(async () => undefined);
    expect(rendering.shown.getByText('Enter sends')).toBeDefined();
    expect(rendering.place.textContent).not.toContain('Ctrl+Enter');
  });

  it('goes through the chat’s messages with the arrow keys, with the caret at the end', async () => {
    showComposer({ messages: MESSAGES });
    const shown = async (key: string) => {
      await type(`{${key}}`);
      return field().value;
    };
    expect(await shown('ArrowDown')).toBe('');
    expect(await shown('ArrowUp')).toBe('Second\nmessage');
    expect(field().selectionStart).toBe('Second\nmessage'.length);
    expect(await shown('ArrowUp')).toBe('First');
    expect(await shown('ArrowUp')).toBe('First');
    expect(await shown('ArrowDown')).toBe('Second\nmessage');
    expect(await shown('ArrowDown')).toBe('');
    expect(composerText.getText()).toBe('');
  });

  it('changes the text by keys as typing does, so that the user can undo it', async () => {
    showComposer({ messages: MESSAGES });
    const onInput = vi.fn();
    field().addEventListener('input', onInput);
    await type('{ArrowUp}{ArrowDown}{ArrowUp}{Escape}');
    expect(editCommands.mock.calls.map(([command, , text]) => [command, text])).toEqual([
      ['insertText', 'Second\nmessage'],
      ['delete', ''],
      ['insertText', 'Second\nmessage'],
      ['delete', ''],
    ]);
    expect(onInput).toHaveBeenCalledTimes(4);
  });

  const EARLIER = 'Second\nmessage';
  it.each<[string, string, string, () => void, KeyboardEventInit]>([
    ['the text is the user’s own', 'Half a', 'Half a', () => undefined, {}],
    [
      'the caret is within an earlier message',
      '{ArrowUp}',
      EARLIER,
      () => field().setSelectionRange(2, 2),
      {},
    ],
    ['part of it is selected', '{ArrowUp}', EARLIER, () => field().setSelectionRange(0, 6), {}],
    ['Shift is held', '{ArrowUp}', EARLIER, () => undefined, { shiftKey: true }],
    ['Ctrl is held', '{ArrowUp}', EARLIER, () => undefined, { ctrlKey: true }],
    ['an input method is composing', '{ArrowUp}', EARLIER, () => undefined, { isComposing: true }],
  ])('leaves the arrow keys to the field if %s', async (_, keys, text, select, init) => {
    showComposer({ messages: MESSAGES });
    await type(keys);
    expect(composerText.getText()).toBe(text);
    select();
    await press({ key: 'ArrowUp', ...init });
    expect(composerText.getText()).toBe(text);
  });

  it('keeps an earlier message that the user changed', async () => {
    showComposer({ messages: MESSAGES });
    await type('{ArrowUp}, but better{ArrowUp}{ArrowDown}');
    expect(composerText.getText()).toBe('Second\nmessage, but better');
  });

  it('opens the run’s menu by key', async () => {
    showComposer({ activity: 'running' });
    const onClick = vi.fn();
    rendering.button(MORE).addEventListener('click', onClick);
    await type('.');
    expect(onClick).not.toHaveBeenCalled();
    await type('{Control>}.{/Control}');
    expect(onClick).toHaveBeenCalledOnce();
  });

  it.each<RunActivity>(['running', 'idle'])('ignores a repeating Escape when %s', async (activity) => {
    const { onStop } = showComposer({ activity });
    await write('next');
    await press({ key: 'Escape', repeat: true });
    expect(onStop).not.toHaveBeenCalled();
    expect(composerText.getText()).toBe('next');
  });

  it('shows the length of a message that is too long, keeps it, and sends it once it is short enough', async () => {
    const { onSend } = showComposer();
    const tooLong = 'x'.repeat(MAX_MESSAGE_LENGTH + 1);
    act(() => composerText.setText(tooLong));
    const alert = () => rendering.shown.queryByRole('alert');
    const note = 'This message is too long to be sent. It has 100,001 characters; leave out 1 character.';
    expect(alert()?.parentElement?.textContent).toBe(note);
    expect(rendering.shown.getByRole('textbox', { description: note })).toBe(field());
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(rendering.button('Send').disabled).toBe(true);
    await type(CTRL_ENTER);
    expect(onSend).not.toHaveBeenCalled();
    expect(composerText.getText()).toBe(tooLong);

    // White space at the ends isn't sent and doesn't count.
    act(() => composerText.setText(` ${tooLong.slice(1)}\n`));
    expect(alert()).toBeNull();
    expect(field().hasAttribute('aria-invalid')).toBe(false);
    await type(CTRL_ENTER);
    expect(onSend).toHaveBeenCalledTimes(1);
  });

  it.each<[RunActivity, stops: number, left: string]>([
    ['running', 1, 'next'],
    ['pausing', 1, 'next'],
    // Nothing streams, so Escape clears the text and doesn't stop the run.
    ['paused', 0, ''],
    ['question', 0, ''],
    ['waiting', 0, ''],
    ['idle', 0, ''],
  ])('a run that is %s is stopped %i times by Escape, and “%s” is left', async (activity, stops, left) => {
    const { onStop } = showComposer({ activity });
    await write('next');
    await type('{Escape}');
    expect(onStop).toHaveBeenCalledTimes(stops);
    expect(composerText.getText()).toBe(left);
  });

  it('moves the focus to the waiting approval card on Escape, and stops the run on a second Escape with the same text', async () => {
    const { onStop } = showComposer({ activity: 'running', approvalId: 'a' });
    const card = document.body.appendChild(document.createElement('section'));
    Object.assign(card, { id: APPROVAL_CARD_ID, tabIndex: -1 });
    await write('next');
    await type('{Escape}');
    expect(document.activeElement).toBe(card);
    expect(onStop).not.toHaveBeenCalled();
    act(() => field().focus());
    await type('{Escape}');
    expect(onStop).toHaveBeenCalledOnce();
    // After a change of the text, Escape goes to the card again.
    await write(' one');
    await type('{Escape}');
    expect(document.activeElement).toBe(card);
    expect(onStop).toHaveBeenCalledOnce();

    // For another approval request, too.
    const later = showComposer({ activity: 'running', approvalId: 'b' });
    act(() => field().focus());
    await type('{Escape}');
    expect(document.activeElement).toBe(card);
    expect(later.onStop).not.toHaveBeenCalled();
    // Also if sites ask.
    const ofSites = showComposer({ activity: 'running', ofSite: 'd' });
    act(() => field().focus());
    await type('{Escape}');
    expect(document.activeElement).toBe(card);
    expect(ofSites.onStop).not.toHaveBeenCalled();
    // If the card is not in the document yet, Escape stops the run, because nothing can take the focus.
    card.remove();
    const early = showComposer({ activity: 'running', approvalId: 'c' });
    act(() => field().focus());
    await type('{Escape}');
    expect(early.onStop).toHaveBeenCalledOnce();
    expect(composerText.getText()).toBe('next one');
  });

  it.each<[RunActivity, buttons: string[], menu: string[]]>([
    ['idle', [QUOTE, 'Send'], []],
    ['running', [QUOTE, MORE, 'Queue', 'Stop'], labels('running')],
    ['pausing', [QUOTE, MORE, 'Queue', 'Stop'], labels('pausing')],
    ['paused', [QUOTE, MORE, 'Queue', 'Stop'], labels('paused')],
    ['question', [QUOTE, 'Send', 'Stop'], []],
    ['waiting', [QUOTE, 'Send', 'Stop'], []],
  ])('offers for a run that is %s: %j', (activity, buttons, menu) => {
    showComposer({ activity });
    expect(rendering.buttonNames()).toEqual([TO_MENU, ...buttons]);
    const entries = rendering.shown.queryAllByRole('menuitem');
    expect(entries.map((entry) => entry.getAttribute('aria-label'))).toEqual(menu);
  });

  it.each<[string, Target[] | undefined, string]>([
    ['the page', undefined, 'Ask about this page, or say what to change'],
    ['the sites', [{ name: 'a', chatId: 'a' }], 'Ask about these sites, or say what to change'],
  ])('invites a message about %s', (_, targets, placeholder) => {
    showComposer(targets === undefined ? {} : { targets });
    expect(field().placeholder).toBe(placeholder);
  });

  it('shows the question that the text answers, sends the answer, and can stop the run instead', async () => {
    const { onSend, onStop } = showComposer({
      activity: 'question',
      question: 'Hide **them** where,\n`openai/**`?',
    });
    const description = 'Your answer to: Hide them where, openai/**?';
    expect(rendering.shown.getByRole('textbox', { description })).toBe(field());
    expect(field().placeholder).toBe('Write your answer');
    await write('Only openai');
    await type(CTRL_ENTER);
    expect(onSend).toHaveBeenCalledExactlyOnceWith('Only openai', 'q', false);
    await rendering.press('Stop');
    expect(onStop).toHaveBeenCalledTimes(1);

    showComposer();
    expect(field().hasAttribute('aria-describedby')).toBe(false);
    expect(rendering.place.textContent).not.toContain('Your answer');
  });

  type Step = Parameters<typeof showComposer>[0];
  const Q1: Step = { activity: 'question', question: 'Keep all?', questionId: 'q1' };
  const Q2: Step = { activity: 'question', question: 'Delete all?', questionId: 'q2' };
  it.each<[string, { begun: Step; steps: Step[]; sent: (string | null)[] }]>([
    ['that question was closed', { begun: Q1, steps: [{ activity: 'idle' }], sent: ['q1', null] }],
    [
      'a second question is open now',
      { begun: Q1, steps: [{ activity: 'running' }, Q2], sent: ['q1', 'q2'] },
    ],
    ['no question was open then', { begun: { activity: 'running' }, steps: [Q2], sent: [null, 'q2'] }],
    [
      'that question was closed while another chat was shown',
      { begun: Q1, steps: [{ chatId: 'd' }, { activity: 'idle' }], sent: ['q1', null] },
    ],
  ])(
    'sends a text first for the question that was open when it was begun, then for the one that is open now: %s',
    async (_, { begun, steps, sent }) => {
      const open = (step: Step) => act(() => composerText.open(step?.chatId ?? 'c'));
      await open(begun);
      showComposer(begun);
      await write('yes');
      for (const step of steps) {
        showComposer(step);
        await open(step);
      }
      const { onSend } = showComposer({ ...steps.at(-1), taken: false });
      await vi.waitFor(() => expect(field().value).toBe('yes'));
      await type(CTRL_ENTER);
      await type(CTRL_ENTER);
      expect(onSend.mock.calls).toEqual(sent.map((id) => ['yes', id, false]));
      expect(composerText.getText()).toBe('yes');
    },
  );

  it('sends a text that was begun before the chat was shown for its open question only if it is sent again', async () => {
    showComposer({ chatId: null });
    await write('yes');
    const { onSend } = showComposer({ ...Q1, taken: false });
    await type(CTRL_ENTER);
    await type(CTRL_ENTER);
    expect(onSend.mock.calls.map(([, questionId]) => questionId)).toEqual([null, 'q1']);
  });

  it('sends a stored text, which was read before the chat was shown, for the open question', async () => {
    composerText = textInMemory(memoryTextStore({ c: 'yes' }));
    showComposer({ chatId: null });
    act(() => composerText.open('c'));
    await vi.waitFor(() => expect(field().value).toBe('yes'));
    const { onSend } = showComposer(Q1);
    await type(CTRL_ENTER);
    expect(onSend).toHaveBeenCalledExactlyOnceWith('yes', 'q1', false);
  });

  it('sends a text that is equal to the previous answer for the next question', async () => {
    const sent: unknown[] = [];
    for (const step of [Q1, Q2]) {
      const { onSend } = showComposer(step);
      await write('1');
      await type(CTRL_ENTER);
      sent.push(...onSend.mock.calls);
    }
    expect(sent).toEqual([
      ['1', 'q1', false],
      ['1', 'q2', false],
    ]);
  });

  it.each<[string, () => void]>([
    ['a text written after the answer was deleted', () => act(() => composerText.setText(''))],
    ['the text of another chat', () => showComposer({ chatId: 'd' })],
  ])('doesn’t send %s for a closed question', async (_, leave) => {
    showComposer({ activity: 'question', question: 'Delete all?' });
    await write('yes');
    showComposer({ activity: 'idle' });
    leave();
    const { onSend } = showComposer({ chatId: _.includes('another') ? 'd' : 'c' });
    await write('Hide it');
    await type(CTRL_ENTER);
    expect(onSend.mock.calls[0]?.[1]).toBeNull();
  });

  it('describes a long answer by both the question and the length note', () => {
    showComposer({ activity: 'question', question: 'Hide them where?' });
    act(() => composerText.setText('x'.repeat(MAX_MESSAGE_LENGTH + 1)));
    const description = /^Your answer to: Hide them where\? This message is too long to be sent\./;
    expect(rendering.shown.getByRole('textbox', { description })).toBe(field());
  });

  it('keeps the focus on Stop when a running run asks a question', () => {
    showComposer({ activity: 'running' });
    rendering.button('Stop').focus();
    showComposer({ activity: 'question', question: 'Hide them where?' });
    expect(document.activeElement).toBe(rendering.button('Stop'));
  });

  it('sends during a run as well, by key and by button', async () => {
    const { onSend } = showComposer({ activity: 'running' });
    expect(rendering.button('Queue').disabled).toBe(true);
    await write('And then save');
    await type(CTRL_ENTER);
    await write('Or rather not');
    await rendering.press('Queue');
    expect(onSend.mock.calls.map(([text]) => text)).toEqual(['And then save', 'Or rather not']);
    expect(composerText.getText()).toBe('');
  });

  it('quotes the page’s selection, once there is a chat', async () => {
    showComposer({ chatId: null });
    expect(rendering.buttonNames()).toEqual([TO_MENU, 'Send']);
    const { onQuote } = showComposer();
    await rendering.press(QUOTE);
    expect(onQuote).toHaveBeenCalledTimes(1);
  });

  it('leaves the focus with a part that the user opened while the composer was loaded, such as a menu', () => {
    const menu = document.createElement('button');
    document.body.append(menu);
    menu.focus();
    showComposer();
    expect(document.activeElement).toBe(menu);
    menu.remove();
  });

  it('keeps the focus when Stop replaces Send', async () => {
    showComposer();
    await write('Hide it');
    rendering.button('Send').focus();
    showComposer({ activity: 'running' });
    expect(document.activeElement).toBe(rendering.button('Stop'));
  });

  it('can stop while a message is being sent', async () => {
    const { onSend, onStop } = showComposer({ activity: 'running' });
    onSend.mockReturnValueOnce(new Promise(() => undefined));
    await write('And then save');
    await type(CTRL_ENTER);
    expect(rendering.button('Queue').disabled).toBe(true);
    await rendering.press('Stop');
    expect(onStop).toHaveBeenCalledTimes(1);
  });

  it('has the layout of the static shell, so that nothing moves on start', async () => {
    const html = await readFile('entrypoints/sidepanel/index.html', 'utf8');
    const shell = new DOMParser().parseFromString(html, 'text/html');
    const { message, aboveMessage, belowMessage, top, foot } = findPanelFrame(shell);
    const boxes = [top, foot, aboveMessage, message.parentElement, belowMessage];
    expect(boxes.map((box) => box?.className)).toEqual(['slot', 'foot-cards', 'slot', 'message-box', 'slot']);
    showComposer({ chatId: null });
    const shown = looks(rendering.place);
    expect(message.placeholder).toBe(field().placeholder);
    // Queries by role throw for elements of another document, such as the parsed one.
    rendering.place.replaceChildren(...shell.body.childNodes);
    expect(looks(rendering.place)).toEqual(shown);
    expect(shown.label).toBe('Message');
  });
});

function looks(place: HTMLElement) {
  const composer = within(place);
  const textarea = composer.getByRole('textbox');
  const send = composer.getByRole('button', { name: 'Send' });
  return {
    label: textarea.getAttribute('aria-label'),
    placeholder: textarea.getAttribute('placeholder'),
    rows: textarea.getAttribute('rows'),
    send: send.textContent,
    sendLooks: send.className,
    isDisabled: send.hasAttribute('disabled'),
  };
}
