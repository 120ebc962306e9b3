// @document
import { within } from '@testing-library/react/pure';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import { newChatSettings } from '@/src/core/records/chat';
import type { ScheduledRetry } from '@/src/core/records/live-tail';
import type { QueueWait } from '@/src/core/records/run-status';
import { transition } from '@/src/core/records/transition';
import { deniedReadOnly } from '@/src/core/tools/call-results';
import type { Command } from '@/src/messages/commands';
import type { RunAction } from '@/src/messages/run-commands';
import { RunOutcomeRow } from '@/src/panel/conversation/run-outcome';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { RunStatus, UserInputReason } from '@/src/schema/run-status';
import { ERROR_CODES, type ErrorCode } from '@/src/schema/values/error-code';
import type { ChatView } from '@/src/store/queries';
import { emptyView, inShownChat } from '../in-shown-chat';
import { ended, storedRun, WAITING } from '../stored-run';
import { withFrameRendering } from '../with-rendering';

const rendering = withFrameRendering();
/** The names of the buttons by the commands that they send, or the actions of these. */
const NAMES: Partial<Record<Command['type'] | RunAction, string>> = {
  retry: 'Retry',
  continue: 'Continue',
  resume: 'Resume',
  summarize: 'Summarize',
};
const retry: ScheduledRetry = {
  attempt: 1,
  attempts: 5,
  dueAtMs: 0,
  problem: 'The endpoint is not reachable.',
};

function show(
  run: Run | null,
  props: {
    isStreaming?: boolean;
    isRetrying?: boolean;
    retry?: ScheduledRetry | null;
    queued?: QueueWait;
    progress?: ChangeProgress;
    canAgeOutputs?: boolean;
    /** The result of the command of a press; true if missing. */
    outcome?: Promise<boolean>;
    roundsPerRun?: number;
    messages?: Message[];
    isReadOnly?: boolean;
  } = {},
) {
  const pressed: string[] = [];
  Object.assign(browser.runtime, {
    async sendMessage({ command }: { command: Command }) {
      const sent = command.type === 'control-run' ? command.action : command.type;
      pressed.push(NAMES[sent] ?? sent);
      const error = { code: 'storage', message: 'No.', remedy: 'Wait.', details: null };
      return (await (props.outcome ?? true)) ? { ok: true, value: null } : { ok: false, error };
    },
  });
  const settings = newChatSettings();
  settings.roundsPerRun = props.roundsPerRun ?? 10;
  settings.toolResultAgeing = { ...settings.toolResultAgeing, enabled: props.canAgeOutputs === false };
  if (props.isReadOnly === true) settings.approvalPolicy = 'read-only';
  rendering.render(
    inShownChat(
      { view: viewOf(run, settings, props.messages ?? []) },
      <RunOutcomeRow
        isStreaming={props.isStreaming ?? false}
        isRetrying={props.isRetrying ?? false}
        retry={props.retry ?? null}
        queued={props.queued ?? null}
        progress={props.progress ?? null}
        remedies={{
          onNewChat: () => pressed.push('New chat'),
          onEditConnection: (field) => pressed.push(`edit the ${field}`),
          onChooseModel: () => pressed.push('choose a model'),
          onOpen: (sheet) => pressed.push(`open the ${sheet}`),
          onAllowChanges: () => pressed.push('allow changes'),
        }}
      />,
    ),
  );
  return { pressed, said: rendering.shown.queryAllByRole('paragraph').map((line) => line.textContent) };
}

/** The view of a chat with these messages. */
function viewOf(run: Run | null, settings: ChatSettings, messages: Message[]): ChatView {
  const view = emptyView(run, { settings });
  const summaries = messages.filter((message) => message.role === 'summary');
  return { ...view, messages, landmarks: { ...view.landmarks, summaries } };
}

/** Testing Library's queries, limited to the error that is shown. */
const alert = () => within(rendering.shown.getByRole('alert'));

const errorOf = (code: ErrorCode) => ({ code, message: 'It failed.', remedy: 'Do it.', details: null });

const BASE = { chatId: 'c', runId: 'r', position: 1, createdAtMs: 1, discardedBy: null };
const HALF: Message = {
  ...BASE,
  role: 'partial-answer',
  id: 'p',
  content: 'Once upon',
  reasoning: '',
  reasoningMs: 0,
  model: 'm',
  seenStateHash: null,
};
const SUMMARY: Message = {
  ...BASE,
  role: 'summary',
  id: 's',
  runId: null,
  content: 'So far.',
  model: 'm',
  state: 'boundary',
};
const REFUSED: Message = {
  ...BASE,
  role: 'tool',
  id: 't',
  executionId: 'x',
  modelCallId: 'x',
  name: 'add_rule',
  result: deniedReadOnly('add_rule'),
  durationMs: 0,
  pageUpdate: null,
};

afterEach(() => {
  vi.useRealTimers();
});

describe('below the conversation', () => {
  it('shows nothing before the first run', () => {
    expect(show(null).said).toEqual([]);
  });

  it.each<[QueueWait, string]>([
    [
      { reason: 'in-flight', untilMs: null },
      'Waiting for other chats: the endpoint already works on their requests.',
    ],
    [{ reason: 'asked-to-wait', untilMs: 61_000 }, 'The endpoint asked to wait. Sending in 1 min.'],
    [{ reason: 'asked-to-wait', untilMs: 1_000 }, 'The endpoint asked to wait. Sending.'],
  ])('says what a request waits for before it is sent: %j', (queued, text) => {
    vi.useFakeTimers({ now: 1_000 });
    expect(show(storedRun({ state: 'processing' }), { queued }).said).toEqual([text]);
  });

  it.each<[boolean, string]>([
    [false, '3 of 1,200 changed…'],
    [true, '3 of 1,200 changed. The server takes no more requests for a time; Steward goes on by itself.'],
  ])('says how far a change of several things has got; the server is held up: %s', (isHeldUp, text) => {
    const progress = { done: 3, total: 1_200, isHeldUp };
    expect(show(storedRun({ state: 'waiting-for-tools' }), { progress }).said).toEqual([text]);
  });

  it.each<[RunStatus, string[]]>([
    [{ state: 'waiting-for-all-actors-ready' }, ['Starting up…']],
    [{ state: 'waiting-for-endpoint' }, ['Choose a model, then Steward goes on.']],
    [{ state: 'processing' }, ['Waiting for the model…']],
    [{ state: 'waiting-for-tools' }, []],
    [{ state: 'waiting-for-approval', approvalId: 'a' }, []],
    [WAITING, ['Waiting until 14:32:15, or for your message: the list is being loaded']],
    [
      { ...WAITING, userCanInterrupt: false, reason: 'Another chat works here.' },
      ['Waiting until 14:32:15: Another chat works here.'],
    ],
    [
      { ...WAITING, coordinatingToolCallId: null, coordinatingToolName: 'page', userCanInterrupt: false },
      ['The page is closed, has crashed, or is being loaded. Steward goes on when it is back.'],
    ],
    [
      transition(
        { state: 'processing' },
        { type: 'page-busy', holder: { chatId: 'other', title: 'Block previews' }, untilMs: 1 },
      ),
      ['Steward goes on when the page is free.'],
    ],
    [{ state: 'waiting-for-user-input', reason: 'question' }, []],
    [ended('completed'), []],
    [ended('stopped'), ['Stopped.']],
    [
      { state: 'waiting-for-system-input', outcome: null, requiredScope: null, interruptibleByUser: true },
      ['Waiting for an event, or for your message.'],
    ],
    [
      { state: 'waiting-for-system-input', outcome: null, requiredScope: 'page', interruptibleByUser: false },
      ['Waiting for a change of the page. Your messages are sent after that.'],
    ],
    [{ state: 'done' }, []],
  ])('a run that is %j has no button, and the text %j', (status, words) => {
    expect(show(storedRun(status)).said).toEqual(words);
    expect(rendering.buttonNames()).toEqual([]);
  });

  it.each<[UserInputReason, string]>([
    ['round-limit', 'Paused after 10 steps, the limit of this chat.'],
    [
      'loop-detected',
      'The assistant made the same call three times with the same result. Continue, or say what to try instead.',
    ],
    ['cut-off', 'Continue lets the assistant go on where its answer was cut off.'],
    ['requested', 'Waiting for you before the next request. Continue, or write a message.'],
    ['rolled-back', 'Rolled back in the middle of an answer. Earlier changes are kept.'],
  ])('a run that waits because of %s can be continued', async (reason, words) => {
    const { said, pressed } = show(storedRun({ state: 'waiting-for-user-input', reason }));
    expect(said).toEqual([words]);
    expect(within(rendering.shown.getByRole('status')).getByText(words)).toBeDefined();
    await rendering.press('Continue');
    expect(pressed).toEqual(['Continue']);
  });

  it('a run that is limited to one round says so', () => {
    const run = storedRun({ state: 'waiting-for-user-input', reason: 'round-limit' });
    expect(show(run, { roundsPerRun: 1 }).said).toEqual(['Paused after 1 step, the limit of this chat.']);
  });

  it.each([
    [{ state: 'processing' } as const, 'Paused. Nothing is sent or changed meanwhile.'],
    [WAITING, 'Paused while waiting: the list is being loaded'],
  ])('a paused run can be resumed: %j', async (before, words) => {
    const { said, pressed } = show(storedRun({ state: 'paused', before }));
    expect(said).toEqual([words]);
    await rendering.press('Resume');
    expect(pressed).toEqual(['Resume']);
  });

  it.each([
    ['pause', 'Pausing after this step…'],
    ['stop', 'Stopping after this step…'],
  ] as const)('a run with the control %s says what follows the step', (control, words) => {
    for (const state of ['processing', 'waiting-for-tools'] as const)
      expect(show(storedRun({ state }, { control })).said).toEqual([words]);
  });

  it('a failed run shows its error with Retry', async () => {
    const error = { code: 'server', message: 'It failed.', remedy: 'Try again.', details: null } as const;
    const { said, pressed } = show(storedRun(ended('error'), { error }));
    expect(said).toEqual(['Server error', 'It failed.', 'Try again.']);
    await rendering.press('Retry');
    expect(pressed).toEqual(['Retry']);
  });

  it('a failed run is a line after Dismiss, from which its error can be shown again, until it fails once more', async () => {
    const error = { code: 'server', message: 'It failed.', remedy: 'Try again.', details: null } as const;
    show(storedRun(ended('error'), { error }));
    await rendering.press('Dismiss');
    expect(rendering.shown.getByRole('paragraph').textContent).toBe('Not answered: Server error. Show error');
    expect(rendering.shown.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(rendering.button('Show error'));
    await rendering.press('Show error');
    expect(alert().getByText('It failed.')).toBeDefined();
    expect(document.activeElement).toBe(rendering.button('Dismiss'));
    await rendering.press('Dismiss');
    show(storedRun(ended('error'), { error, attempt: 2 }));
    expect(alert().getByText('It failed.')).toBeDefined();
  });

  it('a run whose conversation is too long offers what makes it shorter, before Retry', async () => {
    const error = {
      code: 'context-too-long',
      message: 'Too long.',
      remedy: 'Shorten it.',
      details: null,
    } as const;
    const { pressed } = show(storedRun(ended('error'), { error }));
    const names = ['Choose model', 'Summarize', 'Shorten old results'];
    expect(rendering.buttonNames()).toEqual(['Dismiss', ...names]);
    for (const name of names) await rendering.press(name);
    // The ageing of results is a setting, with which the request is sent again.
    expect(pressed).toEqual(['choose a model', 'Summarize', 'set-settings', 'Retry']);
    show(storedRun(ended('error'), { error }), { canAgeOutputs: false });
    expect(rendering.buttonNames()).toEqual(['Dismiss', 'Choose model', 'Summarize', 'New chat']);
    show(storedRun(ended('error'), { error, endedAtMs: 0 }), { messages: [SUMMARY] });
    expect(rendering.buttonNames()).toEqual(['Dismiss', 'Retry', 'Choose model', 'New chat']);
  });

  it.each<[ErrorCode, string[], string]>([
    ['auth', ['Edit key', 'Retry'], 'edit the key'],
    ['model-not-found', ['Choose model', 'Retry'], 'choose a model'],
    ['protocol', ['Choose model', 'Open connection', 'Retry'], 'choose a model'],
    ['wrong-address', ['Open connection', 'Retry'], 'edit the baseUrl'],
    ['answer-unusable', ['Retry', 'Choose model'], 'Retry'],
    ['quota-used-up', ['Choose model', 'Retry'], 'choose a model'],
    ['setting-refused', ['Model settings', 'Choose model', 'Retry'], 'open the chat-model'],
    ['network', ['Retry', 'Open connection'], 'Retry'],
    ['rate-limit', ['Try now', 'Choose model'], 'Retry'],
    ['tool-call-required', ['This chat’s settings', 'Retry'], 'open the chat-expert'],
    ['budget-reached', ['Change the limit', 'Retry'], 'open the chat-limits'],
  ])('the error %s has the buttons %j, of which the first is primary', async (code, names, done) => {
    const { pressed } = show(storedRun(ended('error'), { error: errorOf(code) }));
    expect(rendering.buttonNames()).toEqual(['Dismiss', ...names]);
    const buttons = rendering.shown.getAllByRole('button');
    const primary = buttons.filter(({ classList }) => classList.contains('primary'));
    expect(primary).toEqual([rendering.button(names[0] ?? '')]);
    await rendering.press(names[0] ?? '');
    expect(pressed).toEqual([done]);
  });

  it.each(ERROR_CODES)('the error %s has at most three buttons in a row', (code) => {
    show(storedRun(ended('error'), { error: errorOf(code) }), { messages: [HALF] });
    const inRow = rendering.buttonNames().filter((name) => name !== 'Dismiss').length;
    expect(inRow).toBeGreaterThan(0);
    expect(inRow).toBeLessThanOrEqual(3);
  });

  it('an answer that broke off can be continued first of all', async () => {
    const { pressed } = show(storedRun(ended('error'), { error: errorOf('network') }), { messages: [HALF] });
    expect(rendering.buttonNames()).toEqual(['Dismiss', 'Continue from here', 'Retry']);
    await rendering.press('Continue from here');
    expect(pressed).toEqual(['continue-answer']);
  });

  it('a call that was written as text is not continued; another model comes first', () => {
    show(storedRun(ended('error'), { error: errorOf('call-as-text') }), { messages: [HALF] });
    expect(rendering.buttonNames()).toEqual(['Dismiss', 'Choose model', 'Retry']);
  });

  it.each([ended('completed'), { state: 'done' } as const])(
    'a run whose change was refused in a read-only chat offers to allow changes: %j',
    async (status) => {
      const { pressed } = show(storedRun(status), { messages: [REFUSED], isReadOnly: true });
      expect(rendering.shown.getByText(/^This chat is read-only/)).toBeDefined();
      await rendering.press('Allow changes');
      expect(pressed).toEqual(['allow changes']);
      show(storedRun(status), { messages: [REFUSED] });
      expect(rendering.buttonNames()).toEqual([]);
    },
  );

  it('shows a requested pause even if a response streams', () => {
    const run = storedRun({ state: 'processing' }, { control: 'pause' });
    expect(show(run, { isStreaming: true, retry }).said).toEqual(['Pausing after this step…']);
  });

  it('shows nothing while a response streams', () => {
    expect(show(storedRun({ state: 'processing' }), { isStreaming: true, retry }).said).toEqual([]);
  });

  it('shows “Retrying…” while the model corrects failed calls', () => {
    expect(show(storedRun({ state: 'processing' }), { isRetrying: true }).said).toEqual(['Retrying…']);
  });

  it.each([
    [90_000, 'Trying again in 1 min 30 s (2 of 5).'],
    [3_600_000, 'Trying again in 60 min (2 of 5).'],
  ])('shows a long wait of %i ms in minutes', (waitMs, words) => {
    vi.useFakeTimers({ now: 10_000 });
    const run = storedRun({ state: 'processing' });
    expect(show(run, { retry: { ...retry, dueAtMs: 10_000 + waitMs } }).said).toEqual([
      `The endpoint is not reachable. ${words}`,
    ]);
  });

  it('has a Try now button only if the wait is longer than 3 s', async () => {
    vi.useFakeTimers({ now: 10_000 });
    const run = storedRun({ state: 'processing' });
    show(run, { retry: { ...retry, dueAtMs: 13_000 } });
    expect(rendering.shown.queryByRole('button')).toBeNull();
    const { pressed } = show(run, { retry: { ...retry, dueAtMs: 70_000 } });
    vi.useRealTimers();
    await rendering.press('Try now');
    expect(pressed).toEqual(['try-now']);
  });

  it('counts down to a retry', () => {
    vi.useFakeTimers({ now: 10_000 });
    const run = storedRun({ state: 'processing' });
    const saidAfter = (ms: number) => {
      act(() => void vi.advanceTimersByTime(ms));
      return show(run, { retry: { ...retry, dueAtMs: 11_500 } }).said;
    };
    expect(saidAfter(0)).toEqual(['The endpoint is not reachable. Trying again in 2 s (2 of 5).']);
    expect(saidAfter(750)).toEqual(['The endpoint is not reachable. Trying again in 1 s (2 of 5).']);
    expect(saidAfter(750)).toEqual(['The endpoint is not reachable. Trying again (2 of 5).']);
    expect(saidAfter(5_000)).toEqual(['The endpoint is not reachable. Trying again (2 of 5).']);
  });
});

describe.each<[string, (attempt: number) => Run]>([
  ['Resume', (attempt) => storedRun({ state: 'paused', before: { state: 'processing' } }, { attempt })],
  [
    'Continue',
    (attempt) => storedRun({ state: 'waiting-for-user-input', reason: 'round-limit' }, { attempt }),
  ],
  [
    'Retry',
    (attempt) => {
      const error = { code: 'server', message: 'It failed.', remedy: 'Try again.', details: null } as const;
      return storedRun(ended('error'), { attempt, error });
    },
  ],
])('%s', (name, waitingRun) => {
  it('takes one press while its command is pending, and keeps the focus', async () => {
    let finish: (isDone: boolean) => void = () => undefined;
    const outcome = new Promise<boolean>((resolve) => {
      finish = resolve;
    });
    const { pressed } = show(waitingRun(1), { outcome });
    rendering.button(name).focus();
    await rendering.press(name);
    await rendering.press(name);
    expect(pressed).toEqual([name]);
    expect(document.activeElement).toBe(rendering.button(name));
    // The command succeeded, and the panel has not read the run again yet.
    await act(async () => finish(true));
    await rendering.press(name);
    expect(pressed).toEqual([name]);
  });

  it('takes another press for a run that waits again, and after a command that failed', async () => {
    show(waitingRun(1));
    await rendering.press(name);
    const { pressed } = show(waitingRun(2), { outcome: Promise.resolve(false) });
    await rendering.press(name);
    await expect.poll(() => rendering.button(name).getAttribute('aria-disabled')).toBe('false');
    await rendering.press(name);
    expect(pressed).toEqual([name, name]);
  });

  it('leaves the focus to the message field when the run goes on', async () => {
    show(waitingRun(1));
    rendering.button(name).focus();
    show(storedRun({ state: 'processing' }));
    expect(document.activeElement).toBe(rendering.frame.message);
  });
});
