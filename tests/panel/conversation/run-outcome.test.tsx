// @document
import { within } from '@testing-library/react/pure';
import { act, type ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import { newChatSettings } from '@/src/core/records/chat';
import type { ScheduledRetry } from '@/src/core/records/live-tail';
import type { QueueWait } from '@/src/core/records/run-status';
import { transition } from '@/src/core/records/transition';
import { deniedReadOnly } from '@/src/core/tools/call-results';
import { RunOutcomeRow } from '@/src/panel/conversation/run-outcome';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { RunStatus, UserInputReason } from '@/src/schema/run-status';
import { ERROR_CODES, type ErrorCode } from '@/src/schema/values/error-code';
import type { ChatView } from '@/src/store/queries';
import { emptyView, inShownChat } from '../in-shown-chat';
import { BASE, summaryMessage, toolMessage } from '../stored-messages';
import { ended, storedRun, WAITING } from '../stored-run';
import { ACCEPTED, refusal, stubBackground } from '../stub-background';
import { withFrameRendering } from '../with-rendering';

const rendering = withFrameRendering();
const { button, buttonNames, press } = rendering;
const retry: ScheduledRetry = {
  attempt: 1,
  attempts: 5,
  dueAtMs: 0,
  problem: 'The endpoint is not reachable.',
};

function show(
  run: Run | null,
  props: Partial<Omit<ComponentProps<typeof RunOutcomeRow>, 'remedies'>> & {
    canAgeOutputs?: boolean;
    /** The result of the command of a press; true if missing. */
    outcome?: Promise<boolean>;
    roundsPerRun?: number;
    messages?: Message[];
    isReadOnly?: boolean;
    model?: string;
  } = {},
) {
  const pressed: string[] = [];
  stubBackground(async (command) => {
    pressed.push(command.type === 'control-run' ? command.action : command.type);
    return (await (props.outcome ?? true)) ? ACCEPTED : refusal('storage');
  });
  const settings = newChatSettings();
  settings.roundsPerRun = props.roundsPerRun ?? 10;
  settings.toolResultAgeing = { ...settings.toolResultAgeing, enabled: props.canAgeOutputs === false };
  settings.model = props.model ?? null;
  if (props.isReadOnly === true) settings.approvalPolicy = 'read-only';
  rendering.render(
    inShownChat(
      { view: viewOf(run, settings, props.messages ?? []) },
      <RunOutcomeRow
        isStreaming={false}
        isRetrying={false}
        retry={null}
        queued={null}
        progress={null}
        sentAtMs={null}
        {...props}
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

/** A run that failed with this error. */
const failed = (code: ErrorCode, changes: Partial<Run> = {}) =>
  storedRun(ended('error'), {
    error: { code, message: 'It failed.', remedy: 'Do it.', details: null },
    ...changes,
  });
const PROCESSING = storedRun({ state: 'processing' });

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
const CANCELLED: Message = {
  ...BASE,
  role: 'accounting',
  id: 'a',
  reason: 'Cancelled',
  discardedMessages: 0,
  cumulativeTokens: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 },
};
const SUMMARY = summaryMessage({ state: 'boundary', createdAtMs: 1 });
const REFUSED = toolMessage({ result: deniedReadOnly('add_rule') });

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
    expect(show(PROCESSING, { queued }).said).toEqual([text]);
  });

  it.each<[sentAtMs: number | null, string]>([
    [null, 'Waiting for the model…'],
    [52_345_000, 'Waiting for the model…'],
    [52_335_000, 'Waiting for the first word of maker/large since 14:32:15.'],
  ])('names the model and the time after a wait of ten seconds: sent at %s', (sentAtMs, text) => {
    vi.useFakeTimers({ now: 52_345_000 });
    expect(show(PROCESSING, { sentAtMs, model: 'maker/large' }).said).toEqual([text]);
  });

  it.each<[Message[], string]>([
    [[], 'Stopped.'],
    [[CANCELLED], 'Stopped. The server may go on with the answer for a while.'],
  ])('says after a stop if the server may go on', (messages, text) => {
    expect(show(storedRun(ended('stopped')), { messages }).said).toEqual([text]);
  });

  it.each<[string, Partial<ChangeProgress>, string]>([
    ['changes several things', {}, '3 of 1,200 changed…'],
    [
      'is held up by the server',
      { isHeldUp: true },
      '3 of 1,200 changed. The server takes no more requests for a time; Steward goes on by itself.',
    ],
    ['reads several things', { isReading: true }, '3 of 1,200 read…'],
  ])('says how far a call has got that %s, once it takes long', async (_, more, text) => {
    const progress = { done: 3, total: 1_200, isHeldUp: false, ...more };
    show(storedRun({ state: 'waiting-for-tools' }), { progress });
    expect(rendering.shown.queryByRole('progressbar')).toBeNull();
    const bar = await rendering.shown.findByRole<HTMLProgressElement>('progressbar', { name: text });
    expect([bar.value, bar.max]).toEqual([3, 1_200]);
    expect(rendering.shown.getByText(text)).toBeDefined();
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
    expect(buttonNames()).toEqual([]);
  });

  it.each<[UserInputReason, string, number?]>([
    ['round-limit', 'Paused after 10 steps, the limit of this chat.'],
    ['round-limit', 'Paused after 1 step, the limit of this chat.', 1],
    [
      'loop-detected',
      'The assistant made the same call three times with the same result. Continue, or say what to try instead.',
    ],
    ['cut-off', 'Continue lets the assistant go on where its answer was cut off.'],
    ['requested', 'Waiting for you before the next request. Continue, or write a message.'],
    ['rolled-back', 'Rolled back in the middle of an answer. Earlier changes are kept.'],
  ])('a run that waits because of %s can be continued', async (reason, words, roundsPerRun = 10) => {
    const run = storedRun({ state: 'waiting-for-user-input', reason });
    const { said, pressed } = show(run, { roundsPerRun });
    expect(said).toEqual([words]);
    expect(within(rendering.shown.getByRole('status')).getByText(words)).toBeDefined();
    await press('Continue');
    expect(pressed).toEqual(['continue']);
  });

  it.each([
    [{ state: 'processing' } as const, 'Paused. Nothing is sent or changed meanwhile.'],
    [WAITING, 'Paused while waiting: the list is being loaded'],
  ])('a paused run can be resumed: %j', async (before, words) => {
    const { said, pressed } = show(storedRun({ state: 'paused', before }));
    expect(said).toEqual([words]);
    await press('Resume');
    expect(pressed).toEqual(['resume']);
  });

  it.each([
    ['pause', 'Pausing after this step…'],
    ['stop', 'Stopping after this step…'],
  ] as const)('a run with the control %s says what follows the step', (control, words) => {
    for (const state of ['processing', 'waiting-for-tools'] as const)
      expect(show(storedRun({ state }, { control })).said).toEqual([words]);
  });

  it('a failed run is a line after Dismiss, from which its error can be shown again, until it fails once more', async () => {
    expect(show(failed('server')).said).toEqual(['Server error', 'It failed.', 'Do it.']);
    await press('Dismiss');
    expect(rendering.shown.getByRole('paragraph').textContent).toBe('Not answered: Server error. Show error');
    expect(rendering.shown.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(button('Show error'));
    await press('Show error');
    expect(alert().getByText('It failed.')).toBeDefined();
    expect(document.activeElement).toBe(button('Dismiss'));
    await press('Dismiss');
    show(failed('server', { attempt: 2 }));
    expect(alert().getByText('It failed.')).toBeDefined();
  });

  it('a run whose conversation is too long offers what makes it shorter, before Retry', async () => {
    const run = failed('context-too-long');
    const { pressed } = show(run);
    const names = ['Choose model', 'Summarize', 'Shorten old results'];
    expect(buttonNames()).toEqual(['Dismiss', ...names]);
    for (const name of names) await press(name);
    // The ageing of results is a setting, with which the request is sent again.
    expect(pressed).toEqual(['choose a model', 'summarize', 'set-settings', 'retry']);
    show(run, { canAgeOutputs: false });
    expect(buttonNames()).toEqual(['Dismiss', 'Choose model', 'Summarize', 'New chat']);
    show({ ...run, endedAtMs: 0 }, { messages: [SUMMARY] });
    expect(buttonNames()).toEqual(['Dismiss', 'Retry', 'Choose model', 'New chat']);
  });

  it.each<[ErrorCode, string[], string]>([
    ['auth', ['Edit key', 'Retry'], 'edit the key'],
    ['model-not-found', ['Choose model', 'Retry'], 'choose a model'],
    ['protocol', ['Choose model', 'Open connection', 'Retry'], 'choose a model'],
    ['wrong-address', ['Open connection', 'Retry'], 'edit the baseUrl'],
    ['answer-unusable', ['Retry', 'Choose model'], 'retry'],
    ['quota-used-up', ['Choose model', 'Retry'], 'choose a model'],
    ['setting-refused', ['Model settings', 'Choose model', 'Retry'], 'open the chat-model'],
    ['network', ['Retry', 'Open connection'], 'retry'],
    ['rate-limit', ['Try now', 'Choose model'], 'retry'],
    ['tool-call-required', ['This chat’s settings', 'Retry'], 'open the chat-expert'],
    ['budget-reached', ['Change the limit', 'Retry'], 'open the chat-limits'],
  ])('the error %s has the buttons %j, of which the first is primary', async (code, names, done) => {
    const { pressed } = show(failed(code));
    expect(buttonNames()).toEqual(['Dismiss', ...names]);
    const buttons = rendering.shown.getAllByRole('button');
    const primary = buttons.filter(({ classList }) => classList.contains('primary'));
    expect(primary).toEqual([button(names[0] ?? '')]);
    await press(names[0] ?? '');
    expect(pressed).toEqual([done]);
  });

  it.each(ERROR_CODES)('the error %s has at most three buttons in a row', (code) => {
    show(failed(code), { messages: [HALF] });
    const inRow = buttonNames().filter((name) => name !== 'Dismiss').length;
    expect(inRow).toBeGreaterThan(0);
    expect(inRow).toBeLessThanOrEqual(3);
  });

  it.each<[string, ErrorCode, string[], string]>([
    [
      'an answer that broke off can be continued first of all',
      'network',
      ['Continue from here', 'Retry'],
      'continue-answer',
    ],
    [
      'a call that was written as text is not continued; another model comes first',
      'call-as-text',
      ['Choose model', 'Retry'],
      'choose a model',
    ],
  ])('%s', async (_, code, names, done) => {
    const { pressed } = show(failed(code), { messages: [HALF] });
    expect(buttonNames()).toEqual(['Dismiss', ...names]);
    await press(names[0] ?? '');
    expect(pressed).toEqual([done]);
  });

  it.each([ended('completed'), { state: 'done' } as const])(
    'a run whose change was refused in a read-only chat offers to allow changes: %j',
    async (status) => {
      const { pressed } = show(storedRun(status), { messages: [REFUSED], isReadOnly: true });
      expect(rendering.shown.getByText(/^This chat is read-only/)).toBeDefined();
      await press('Allow changes');
      expect(pressed).toEqual(['allow changes']);
      show(storedRun(status), { messages: [REFUSED] });
      expect(buttonNames()).toEqual([]);
    },
  );

  it.each<[string, Run, Parameters<typeof show>[1], string[]]>([
    [
      'a requested pause even if a response streams',
      { ...PROCESSING, control: 'pause' },
      { isStreaming: true, retry },
      ['Pausing after this step…'],
    ],
    ['nothing while a response streams', PROCESSING, { isStreaming: true, retry }, []],
    [
      'the number of the attempt at a request',
      { ...PROCESSING, attempt: 2 },
      {},
      ['Asking the model again (attempt 2)…'],
    ],
    [
      '“Retrying…” while the model corrects failed calls, at any attempt',
      { ...PROCESSING, attempt: 2 },
      { isRetrying: true },
      ['Retrying…'],
    ],
  ])('shows %s', (_, run, props, said) => {
    expect(show(run, props).said).toEqual(said);
  });

  describe('before the next attempt', () => {
    beforeEach(() => {
      vi.useFakeTimers({ now: 10_000 });
    });
    const showWait = (waitMs: number) => show(PROCESSING, { retry: { ...retry, dueAtMs: 10_000 + waitMs } });

    it.each([
      [90_000, 'Trying again in 1 min 30 s (2 of 5).'],
      [3_600_000, 'Trying again in 60 min (2 of 5).'],
    ])('shows a long wait of %i ms in minutes', (waitMs, words) => {
      expect(showWait(waitMs).said).toEqual([`The endpoint is not reachable. ${words}`]);
    });

    it('has a Try now button only if the wait is longer than 3 s', async () => {
      showWait(3_000);
      expect(rendering.shown.queryByRole('button')).toBeNull();
      const { pressed } = showWait(60_000);
      vi.useRealTimers();
      await press('Try now');
      expect(pressed).toEqual(['try-now']);
    });

    it('counts down', () => {
      const saidAfter = (ms: number) => {
        act(() => void vi.advanceTimersByTime(ms));
        return showWait(1_500).said;
      };
      expect(saidAfter(0)).toEqual(['The endpoint is not reachable. Trying again in 2 s (2 of 5).']);
      expect(saidAfter(750)).toEqual(['The endpoint is not reachable. Trying again in 1 s (2 of 5).']);
      for (const ms of [750, 5_000])
        expect(saidAfter(ms)).toEqual(['The endpoint is not reachable. Trying again (2 of 5).']);
    });
  });
});

describe.each<[string, (attempt: number) => Run]>([
  ['Resume', (attempt) => storedRun({ state: 'paused', before: { state: 'processing' } }, { attempt })],
  [
    'Continue',
    (attempt) => storedRun({ state: 'waiting-for-user-input', reason: 'round-limit' }, { attempt }),
  ],
  ['Retry', (attempt) => failed('server', { attempt })],
])('%s', (name, waitingRun) => {
  it('takes one press while its command is pending, and keeps the focus', async () => {
    let finish: (isDone: boolean) => void = () => undefined;
    const outcome = new Promise<boolean>((resolve) => {
      finish = resolve;
    });
    const { pressed } = show(waitingRun(1), { outcome });
    button(name).focus();
    await press(name);
    await press(name);
    expect(pressed).toEqual([name.toLowerCase()]);
    expect(document.activeElement).toBe(button(name));
    // The command succeeded, and the panel has not read the run again yet.
    await act(async () => finish(true));
    await press(name);
    expect(pressed).toEqual([name.toLowerCase()]);
  });

  it('takes another press for a run that waits again, and after a command that failed', async () => {
    show(waitingRun(1));
    await press(name);
    const { pressed } = show(waitingRun(2), { outcome: Promise.resolve(false) });
    await press(name);
    await expect.poll(() => button(name).getAttribute('aria-disabled')).toBe('false');
    await press(name);
    expect(pressed).toHaveLength(2);
  });

  it('leaves the focus to the message field when the run goes on', async () => {
    show(waitingRun(1));
    button(name).focus();
    show(PROCESSING);
    expect(document.activeElement).toBe(rendering.frame.message);
  });
});
