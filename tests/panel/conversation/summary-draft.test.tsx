// @document
import { fireEvent } from '@testing-library/react/pure';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WritingSummary } from '@/src/panel/conversation/render-event';
import { SummaryCard } from '@/src/panel/conversation/summary-card';
import { MESSAGE_FIELD_ID } from '@/src/panel/kit/panel-frame';
import type { SummaryMessage } from '@/src/schema/message';
import { inShownChat } from '../in-shown-chat';
import { summaryMessage } from '../stored-messages';
import { ACCEPTED, refusal, stubBackground } from '../stub-background';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const { button, buttonNames, press } = rendering;
let done: unknown[];
/** False to refuse what is sent. */
let isStored: boolean;
const REFUSED = refusal('storage');
const draft = summaryMessage({ content: 'Rules were **added**.' });
const TYPED = 'One rule was added.';
const writing = (content: string): WritingSummary => ({ id: 's', content, state: 'writing' });

beforeEach(() => {
  done = [];
  isStored = true;
  stubBackground((command) => {
    if (command.type !== 'change-summary') done.push(command.type);
    else {
      const { kind, ...more } = command.change;
      done.push([kind, command.summaryId, ...Object.values(more)]);
    }
    return isStored ? ACCEPTED : REFUSED;
  });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const show = (message: SummaryMessage | WritingSummary) =>
  rendering.render(inShownChat({}, <SummaryCard message={message} />));
const field = () => rendering.shown.getByRole<HTMLTextAreaElement>('textbox', { name: 'Summary' });

const type = (text: string) => rendering.enter(field(), text);

/** Shows a summary, and replaces its text. */
async function typeIn(message: SummaryMessage) {
  show(message);
  await type(TYPED);
}

/** Clicks a button without moving the focus, as a screen reader does. With a mouse, the field would lose the focus and store its text. */
const activate = (name: string) => act(async () => void fireEvent.click(button(name)));

describe('the text of a draft', () => {
  it('is stored after a short pause in typing, once', async () => {
    show(draft);
    for (const text of ['One', 'One rule', TYPED]) {
      await type(text);
      vi.advanceTimersByTime(200);
    }
    expect(done).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(done).toEqual([['edit', 's', TYPED]]);
  });

  it.each<[string, () => Promise<void> | void]>([
    ['the panel is closed', () => act(async () => void window.dispatchEvent(new Event('pagehide')))],
    [
      'the panel is hidden',
      () => act(async () => void document.dispatchEvent(new Event('visibilitychange'))),
    ],
    ['another chat is shown', () => rendering.render(<p>Another chat</p>)],
    ['the field loses the focus', () => rendering.user.tab()],
  ])('is stored at once when %s', async (_, leave) => {
    await typeIn(draft);
    await leave();
    expect(done).toEqual([['edit', 's', TYPED]]);
    vi.advanceTimersByTime(1_000);
    expect(done).toHaveLength(1);
  });

  it('is stored before it is used, so that a refusal loses nothing', async () => {
    await typeIn(draft);
    await activate('Use summary');
    expect(done).toEqual([
      ['edit', 's', TYPED],
      ['accept', 's', TYPED],
    ]);
  });

  it.each<[string, () => Promise<void> | void]>([
    ['the draft is discarded', () => activate('Discard')],
    ['it is empty', () => type(' ')],
    ['it is as before', () => type(draft.content)],
  ])('is not stored if %s', async (_, change) => {
    await typeIn(draft);
    await change();
    vi.advanceTimersByTime(1_000);
    expect(done.filter((one) => Array.isArray(one) && one[0] === 'edit')).toEqual([]);
  });
});

describe('the draft in two panels', () => {
  /** Types a text and waits until it was sent. */
  async function send(text: string) {
    await type(text);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }

  it.each([
    ['was read in between', ['One rule.', 'One rule. And a column.']],
    ['was not', ['One rule. And a column.']],
  ])('has the other panel’s later correction, if its own %s', async (_, contents) => {
    show(draft);
    await send('One rule.');
    for (const content of contents) show({ ...draft, content });
    expect(field().value).toBe('One rule. And a column.');
    await press('Use summary');
    expect(done.at(-1)).toEqual(['accept', 's', 'One rule. And a column.']);
  });

  it('keeps what was typed since, and what could not be stored', async () => {
    show(draft);
    await send('One rule.');
    await type(TYPED);
    show({ ...draft, content: 'One rule.' });
    expect(field().value).toBe(TYPED);
    isStored = false;
    await send('One rule was added here.');
    show({ ...draft, content: 'Other text.' });
    expect(field().value).toBe('One rule was added here.');
  });

  it('shows a correction until it is read from the store', async () => {
    show(draft);
    await send('One rule.');
    show(draft);
    expect(field().value).toBe('One rule.');
  });
});

describe('a summary that is being written', () => {
  it('is shown as it arrives, cannot be changed yet, and can be cancelled', async () => {
    show(writing(''));
    expect(rendering.shown.getByRole('status').textContent).toBe('The model is writing a summary…');
    show(writing('They'));
    show(writing('They met.'));
    expect(field().value).toBe('They met.');
    expect(field().readOnly).toBe(true);
    expect(buttonNames()).toEqual(['Use summary', 'Cancel summary']);
    expect(button('Use summary').disabled).toBe(true);
    await press('Cancel summary');
    expect(done).toEqual(['cancel-summary']);
  });

  it('stays the same field when the stored draft replaces it', () => {
    show(writing('Rules were'));
    const before = field();
    show(draft);
    expect(field()).toBe(before);
    expect(field().value).toBe(draft.content);
    expect(field().readOnly).toBe(false);
    expect(buttonNames()).toEqual(['Use summary', 'Discard']);
  });

  it('hands the focus of Cancel to its text at the end, and no other button takes the place of Cancel', () => {
    show(writing('Rules were'));
    const cancel = button('Cancel summary');
    const place = rendering.shown.getAllByRole('button').indexOf(cancel);
    cancel.focus();
    show(draft);
    expect(document.activeElement).toBe(field());
    expect(cancel.isConnected).toBe(false);
    expect(buttonNames()[place]).toBe('Discard');
  });
});

describe('a decision', () => {
  it.each([
    ['Use summary', 'draft'],
    ['Discard', 'draft'],
    ['Remove summary', 'boundary'],
  ] as const)('by %s is sent once, and again if it was refused', async (name, state) => {
    show({ ...draft, state });
    isStored = false;
    await press(name);
    isStored = true;
    // In one `act`, so that React renders after both clicks.
    act(() => {
      button(name).click();
      button(name).click();
    });
    expect(done).toHaveLength(2);
    // It is shown until the stored decision is read.
    await press(name);
    expect(done).toHaveLength(2);
  });
});

describe('the focus', () => {
  it.each<[string, SummaryMessage | WritingSummary, SummaryMessage | null]>([
    ['Cancel summary', writing('Rules'), null],
    ['Use summary', draft, { ...draft, state: 'boundary' }],
    ['Discard', draft, null],
    ['Remove summary', { ...draft, state: 'boundary' }, { ...draft, state: 'removed' }],
  ])('goes to the message field after %s', (name, before, after) => {
    const message = document.body.appendChild(document.createElement('textarea'));
    message.id = MESSAGE_FIELD_ID;
    show(before);
    button(name).focus();
    if (after === null) rendering.render(null);
    else show(after);
    expect(document.activeElement).toBe(message);
    message.remove();
  });
});
