// @document
import { fireEvent, within } from '@testing-library/react/pure';
import { act } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { joinTexts } from '@/src/core/text/join-texts';
import type { Command } from '@/src/messages/commands';
import { ApprovalCard, SitesCard } from '@/src/panel/approval/parts';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { QueuedMessageLine, QueuedStatusLine, RunMenu, UnsentTextCard } from '@/src/panel/composer/parts';
import { LostChangesCard } from '@/src/panel/conversation/parts';
import { loadStore } from '@/src/panel/data/stored-data';
import { ChatFoot } from '@/src/panel/shell/chat-foot';
import type { Approval } from '@/src/schema/approval';
import type { Execution } from '@/src/schema/call';
import type { Chat, QueuedMessage as Queued, UnsentText } from '@/src/schema/chat';
import type { AssistantMessage, Message, ToolMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { ChatView, SiteView } from '@/src/store/queries';
import * as queries from '@/src/store/queries';
import { keptImage } from '../../fakes/an-image';
import { wholeView } from '../../fakes/whole-view';
import { askedCall, question } from '../approval/approval-requests';
import { type MemoryTextStore, memoryTextStore, textInMemory } from '../composer/memory-text-store';
import { emptyView, inShownChat } from '../in-shown-chat';
import { ended, storedRun } from '../stored-run';
import { withFrameRendering } from '../with-rendering';

const rendering = withFrameRendering();

// All are loaded when they are needed.
beforeAll(async () => {
  const images = import('@/src/panel/composer/images/add-images');
  await Promise.all([
    ...[
      ApprovalCard,
      SitesCard,
      LostChangesCard,
      QueuedMessageLine,
      QueuedStatusLine,
      RunMenu,
      UnsentTextCard,
    ].map(({ load }) => load()),
    loadStore(),
    images,
  ]);
});
const RUNNING = storedRun({ state: 'processing' });
const ASKING = storedRun({ state: 'waiting-for-approval', approvalId: 'a' });
const SAVE: Queued = { text: 'And then save', queuedAtMs: 7 };
const WITHDRAWN = { type: 'withdraw-message', chatId: 'c', queuedAtMs: 7 };
const TAKEN_BACK = { type: 'take-back-message', chatId: 'c', queuedAtMs: 7 };
const APPROVAL = question([askedCall('x', 'save_changes', {}, { question: 'Save the changes?' })]);

const onSend = vi.fn(async (_text: string) => true);
const onOpenPolicy = vi.fn();
let texts: MemoryTextStore;
let composerText: ComposerText;
beforeEach(() => {
  onSend.mockClear();
  onOpenPolicy.mockClear();
  texts = memoryTextStore();
  composerText = textInMemory(texts);
  composerText.open('c');
});

function viewOf(
  run: Run,
  pendingMessage: Queued | null,
  pendingApproval: Approval | null,
  done: string | null,
  messages: Message[],
  queuedStatus: Chat['queuedStatus'],
  id: string,
  setAside: UnsentText | null,
): ChatView {
  const execution: Execution = {
    id: done ?? 'other',
    chatId: 'c',
    runId: 'r',
    messageId: 'm',
    index: 0,
    name: 'add_rule',
    effect: 'write',
    state: done === null ? 'awaiting-approval' : 'done',
    receivedAtMs: 0,
    startedAtMs: null,
    write: null,
    leftStateHash: null,
  };
  const { chat } = emptyView(run, {
    id,
    pendingMessage,
    queuedStatus,
    ...(setAside === null ? {} : { setAside }),
  });
  return wholeView({ chat, messages, executions: [execution], run, pendingApproval });
}

/** Renders the footer and returns the commands sent; with `isTaken` the background accepts them. */
function show(
  run: Run,
  options: {
    queued?: Queued;
    approval?: Approval;
    done?: string;
    isTaken?: boolean;
    messages?: Message[];
    queuedStatus?: Chat['queuedStatus'];
    chatId?: string;
    setAside?: UnsentText;
    isShown?: boolean;
    siteParts?: SiteView[];
  } = {},
) {
  const {
    queued = null,
    approval = null,
    done = null,
    isTaken = true,
    messages = [],
    queuedStatus = null,
    chatId = 'c',
    setAside = null,
  } = options;
  const error = { code: 'storage', message: 'No.', remedy: 'Wait.', details: null };
  const sendMessage = vi.fn(async ({ command }: { command: Command }) => {
    if (!isTaken) return { ok: false, error };
    if (command.type === 'take-back-message') {
      await texts.write('c', joinTexts(queued?.text ?? '', await texts.read('c')));
    }
    return { ok: true, value: command.type === 'preview-approval' ? { preview: null, problems: [] } : null };
  });
  Object.assign(browser.runtime, { sendMessage });
  rendering.render(
    inShownChat(
      options.isShown === false
        ? { chatId }
        : {
            view: {
              ...viewOf(run, queued, approval, done, messages, queuedStatus, chatId, setAside),
              siteParts: options.siteParts ?? [],
            },
          },
      <ChatFoot
        frame={rendering.frame}
        composerText={composerText}
        imageReadings={new Map()}
        gate={{ isElsewhere: false, confirm: () => undefined, problem: () => null }}
        pageCard={null}
        onNewChat={() => undefined}
        onSend={onSend}
        onOpen={onOpenPolicy}
      />,
    ),
  );
  return () => sendMessage.mock.calls.map(([message]) => message.command);
}

/** Waits until a check passes, with all updates rendered: the images of a message are read from the database. */
const eventually = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });
const chip = () => rendering.shown.queryByRole('group', { name: 'Queued message' });
const field = () => rendering.shown.getByRole('textbox', { name: 'Message' });
const card = () => rendering.shown.getByRole('region', { name: 'Approval' });

it('shows the chat’s policy after Quote and before the run’s menu, and opens it', async () => {
  const POLICY = 'Permissions: Ask if risky';
  show(RUNNING);
  const names = rendering.buttonNames();
  const places = ['Quote the page’s selection', POLICY, 'More ways to stop', 'Stop'].map((name) =>
    names.indexOf(name),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(rendering.button(POLICY).textContent).toBe('Ask if risky');
  await rendering.press(POLICY);
  expect(onOpenPolicy).toHaveBeenCalledTimes(1);
});

it.each<[string, SiteView['state'], boolean]>([
  ['is shown while a site waits for the decision', 'asks', true],
  ['is not shown while no site does', 'works', false],
])('the card of several sites %s', (_, state, isShown) => {
  const asked = state === 'asks' ? APPROVAL : null;
  const north = { name: 'north', chatId: 'n', origin: null, state, approval: asked, results: [] };
  show(storedRun({ state: 'waiting-for-tools' }), { siteParts: [north] });
  expect(rendering.shown.queryByRole('region', { name: 'Approval' }) !== null).toBe(isShown);
});

describe('a queued message', () => {
  it('moves back into the composer, above its text, and leaves the queue', async () => {
    const sent = show(RUNNING, { queued: SAVE });
    act(() => composerText.setText('Thanks'));
    await rendering.press('Edit');
    await eventually(() => expect(composerText.getText()).toBe('And then save\nThanks'));
    expect(sent()).toEqual([TAKEN_BACK]);
    expect(texts.kept.c).toBe('And then save\nThanks');
    expect(document.activeElement).toBe(field());
  });

  it('is not copied into the composer if it could not be withdrawn', async () => {
    show(RUNNING, { queued: SAVE, isTaken: false });
    await rendering.press('Edit');
    expect(composerText.getText()).toBe('');
  });

  it('can be withdrawn, and the composer keeps its text', async () => {
    const sent = show(RUNNING, { queued: SAVE });
    act(() => composerText.setText('Thanks'));
    await rendering.press('Remove');
    expect(sent()).toEqual([WITHDRAWN]);
    expect(composerText.getText()).toBe('Thanks');
    expect(document.activeElement).toBe(field());
  });

  it('is shown as not sent if the run ended before', () => {
    show(RUNNING, { queued: SAVE });
    expect(chip()?.textContent).toContain('Next: And then save');
    show(storedRun(ended('stopped')), { queued: SAVE });
    expect(chip()?.textContent).toContain('Not sent: And then save');
    show(RUNNING);
    expect(chip()).toBeNull();
  });
});

beforeEach(() => {
  // jsdom has no popovers.
  Object.assign(HTMLElement.prototype, { hidePopover: () => undefined });
});

it.each([
  [RUNNING, 'Pause', 'pause'],
  [RUNNING, 'Stop now', 'stop'],
  [RUNNING, 'Finish after this step', 'stop-after-step'],
  [RUNNING, 'Stop', 'stop'],
  [storedRun({ state: 'waiting-for-user-input', reason: 'round-limit' }), 'Stop', 'stop'],
  [storedRun({ state: 'paused', before: { state: 'processing' } }), 'Stop', 'stop'],
  [storedRun({ state: 'paused', before: { state: 'processing' } }), 'Resume', 'resume'],
])('sends the command of the button: %#, %s', async (run, name, action) => {
  const sent = show(run);
  const entry = rendering.shown.queryByRole('menuitem', { name });
  await rendering.user.click(entry ?? rendering.button(name));
  expect(sent()).toEqual([{ type: 'control-run', action, chatId: 'c' }]);
});

it('shows what is queued for the run, withdraws it, and focuses the message field', async () => {
  const sent = show(RUNNING, { queuedStatus: { state: 'done' } });
  const note = () => rendering.shown.queryByRole('group', { name: 'Next step' });
  expect(note()?.textContent).toContain('After this step: the task ends.');
  await rendering.press('Cancel');
  expect(sent()).toEqual([{ type: 'queue-status', runId: null, status: null, chatId: 'c' }]);
  expect(document.activeElement).toBe(field());
  show(RUNNING);
  expect(note()).toBeNull();
});

it('shows what the chat has set aside once, however often the chat changes', () => {
  const titles = () => rendering.shown.queryAllByText('The message that was not sent:');
  for (const text of ['One', 'One, two']) show(RUNNING, { setAside: { text, atMs: text.length } });
  expect(titles()).toHaveLength(1);
  expect(rendering.shown.getByText('One, two')).toBeDefined();
  show(RUNNING);
  expect(titles()).toEqual([]);
});

it('folds what is set aside above an approval request until the user unfolds it, and for the next request again', async () => {
  const setAside = { text: 'One', atMs: 7 };
  show(ASKING, { approval: APPROVAL, setAside });
  const cards = () => [...rendering.place.querySelectorAll('.card')];
  const isOpen = () => cards()[0]?.parentElement?.dataset.open;
  expect(cards().map((card) => card.getAttribute('aria-label'))).toEqual([null, 'Approval']);
  expect(isOpen()).toBe('false');
  const unfold = () =>
    within(cards()[0]?.parentElement as HTMLElement).getByRole('button', { name: 'Show in full' });
  await rendering.user.click(unfold());
  expect(isOpen()).toBe('true');
  expect(unfold().getAttribute('aria-expanded')).toBe('true');
  show(ASKING, { approval: { ...APPROVAL, id: 'b' }, setAside });
  expect(isOpen()).toBe('false');
  show(RUNNING, { setAside });
  expect(rendering.place.querySelector('[aria-expanded][aria-label="Show in full"]')).toBeNull();
});

it('sends a message written during a run, which the background queues', async () => {
  show(RUNNING);
  act(() => composerText.setText('And then save'));
  await rendering.press('Queue');
  await eventually(() => expect(composerText.getText()).toBe(''));
  expect(onSend.mock.calls).toEqual([['And then save', [], null]]);
});

it.each<[string, string[], unknown[]]>([
  ['sends a message that was sent before the chat was shown', [], [['What is it?', [], null]]],
  ['does not send it with an image that the user hasn’t seen', ['a'], []],
])('%s', async (_, imageIds, sent) => {
  vi.spyOn(queries, 'composerImages').mockImplementation(async () =>
    imageIds.map((id) => keptImage(id, 'c')),
  );
  show(RUNNING, { isShown: false });
  await rendering.user.type(field(), 'What is it?');
  await rendering.press('Send');
  show(RUNNING);
  await eventually(() => expect(composerText.isSending()).toBe(false));
  expect(onSend.mock.calls).toEqual(sent);
  expect(composerText.getText()).toBe(sent.length > 0 ? '' : 'What is it?');
});

it('does not send a message whose image is being read and then can’t be added', async () => {
  show(RUNNING);
  act(() => composerText.setText('What is in it?'));
  const files = [new File(['x'], 'a.png', { type: 'image/png' })];
  fireEvent.paste(field(), { clipboardData: { files, getData: () => '' } });
  await rendering.press('Queue');
  await eventually(() => expect(rendering.button('Queue').disabled).toBe(false));
  expect(onSend).not.toHaveBeenCalled();
  expect(composerText.getText()).toBe('What is in it?');
});

it.each<[string, Partial<ToolMessage>[], boolean]>([
  ['is a plan if the assistant planned the call', [{ planned: true }], true],
  ['is no plan if the user chose the call in the panel', [{}], false],
])('says that a request %s', (_, results, isPlan) => {
  const planned = results.map((result) => ({ role: 'tool', runId: 'r', id: 't', ...result }) as ToolMessage);
  const made = { role: 'assistant', id: APPROVAL.messageId, runId: 'r', toolCalls: [], plan: true };
  const plan = made as unknown as AssistantMessage;
  show(ASKING, { approval: APPROVAL, messages: [...planned, plan] });
  expect(card().textContent.includes('This is the assistant’s plan')).toBe(isPlan);
});

it('keeps the user’s input while the run is paused, and omits calls that are done', async () => {
  const calls = [askedCall('x', 'add_rule'), askedCall('y', 'save_changes')];
  const approval = question(calls);
  const boxes = () => within(card()).queryAllByRole<HTMLInputElement>('checkbox', { name: /\(\)$/ });
  show(ASKING, { approval });
  await rendering.user.click(within(card()).getByRole('checkbox', { name: 'save_changes()' }));
  show(storedRun({ state: 'paused', before: { state: 'waiting-for-approval', approvalId: 'a' } }), {});
  show(ASKING, { approval });
  expect(boxes().map(({ checked }) => checked)).toEqual([true, false]);

  show(ASKING, { approval, done: 'y' });
  expect(card().textContent).toContain('add_rule()');
  expect(boxes()).toEqual([]);
});

it('keeps unsent text if a shortcut repeats after its card was removed', async () => {
  vi.useFakeTimers();
  const decided = show(ASKING, { approval: APPROVAL });
  act(() => composerText.setText('Then also remove the rule for'));
  await act(() => vi.advanceTimersByTimeAsync(700));
  act(() => rendering.button('Apply').focus());
  await rendering.user.keyboard('{Control>}{Enter>}');
  expect(decided()).toMatchObject([{ type: 'decide-approval' }]);

  const sent = show(RUNNING);
  expect(document.activeElement).toBe(field());
  await act(async () => void fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true, repeat: true }));
  vi.useRealTimers();
  expect(sent()).toEqual([]);
  expect(composerText.getText()).toBe('Then also remove the rule for');
});

it('the focus goes to the message field if the panel shows another chat, and what had it is gone', () => {
  const other = document.body.appendChild(document.createElement('button'));
  show(RUNNING);
  other.focus();
  show(RUNNING, { chatId: 'd' });
  expect(document.activeElement).toBe(other);
  other.remove();
  show(RUNNING, { chatId: 'e' });
  expect(document.activeElement).toBe(field());
});
