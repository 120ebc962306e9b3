// @document

import { fireEvent, within } from '@testing-library/react/pure';
import fc from 'fast-check';
import { act, createRef, type RefObject } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { type Command, commandSchema } from '@/src/messages/commands';
import type { PageStatus } from '@/src/messages/page-status';
import { ApprovalCard } from '@/src/panel/approval/approval-card';
import type { CardState } from '@/src/panel/approval/card-state';
import { editorModule } from '@/src/panel/approval/editing/editor-module';
import type { Approval, ApprovalCall, ApprovalPreview, ArgumentProblem } from '@/src/schema/approval';
import type { ChangePreview, DryRunRow } from '@/src/schema/dry-run';
import type { PageTool } from '@/src/schema/page-tool';
import type { SiteMark } from '@/src/schema/site';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { MANAGED_POLICY_KEY, NO_POLICY } from '@/src/schema/values/managed-policy';
import { type Said, say } from '@/src/schema/values/said';
import { pageTool } from '../../fakes/page-tool';
import { CONNECTED } from '../connected-page';
import { inShownChat } from '../in-shown-chat';
import { withRendering } from '../with-rendering';
import {
  askedCall,
  changeDryRun,
  changePreview,
  failureDryRun,
  hashOf,
  question,
  questionPreview,
  unknownDryRun,
} from './approval-requests';

const rendering = withRendering();

const ADD = askedCall('add', 'add_ignore_rule', { pattern: '*-preview*' });
const LOOK = askedCall('look', 'switch_provider', { provider: 'openai' }, { isAsked: false });
const SAVE = askedCall('save', 'save_changes', {}, { question: 'Write the rules to the proxy’s file?' });

/** The background's reply to a command. */
type Answer = {
  preview?: ApprovalPreview;
  problems?: ArgumentProblem[];
  error?: { code: ErrorCode; message: string };
};

const PAGE_CHANGED = { code: 'page-changed', message: 'The page changed.' } as const;

let answer: (command: Command) => Answer;
let sent: Command[];
let page: PageStatus | null;
let kept: Map<string, CardState>;

beforeAll(() => editorModule.load());
/** The element of these words, some of which may be in elements of their own. */
const withWords = (words: string) => (_: string, element: Element | null) =>
  element?.textContent === words && element.matches('p');

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  page = null;
  kept = new Map();
  answer = () => ({});
  // jsdom has no layout.
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
  Object.assign(browser.runtime, {
    sendMessage: async ({ command }: { command: Command }) => {
      sent.push(command);
      const { preview = null, problems = [], error } = answer(command);
      if (error !== undefined) {
        return {
          ok: false,
          error: { ...error, remedy: 'Try again.', details: null },
        };
      }
      if (command.type === 'find-names') return { ok: true, value: { found: command.names.slice(0, 1) } };
      return { ok: true, value: command.type === 'preview-approval' ? { preview, problems } : null };
    },
  });
});
afterEach(() => {
  siteMark = null;
  vi.useRealTimers();
});

let siteMark: SiteMark | null = null;

function show(
  approval: Approval,
  done: string[] = [],
  isPlan = false,
  composer: RefObject<HTMLTextAreaElement | null> = createRef(),
  pageTools: readonly PageTool[] = [],
): void {
  rendering.render(
    inShownChat(
      { page, siteMark },
      <ApprovalCard
        key={approval.id}
        approval={approval}
        isPlan={isPlan}
        done={new Set(done)}
        adapterId="model-filter"
        pageTools={pageTools}
        kept={kept}
        composer={composer}
      />,
    ),
  );
}

/** Advances the fake time and flushes React updates. */
const wait = (timeMs: number) => act(() => vi.advanceTimersByTimeAsync(timeMs));

/** Shows an approval request and waits until it can be approved. */
async function ask(approval: Approval): Promise<void> {
  show(approval);
  await wait(600);
}

/** The user leaves a call out, or selects it again, and the preview is updated. */
async function toggle(label: string): Promise<void> {
  await click(tickBox(label));
  await wait(250);
}

/** The background answers with a preview. */
function previewWill(...made: Parameters<typeof questionPreview>): void {
  answer = () => ({ preview: questionPreview(...made) });
}

/** An approval request for a call with this effect. */
const effectOf = (call: ApprovalCall, preview: ChangePreview, rows: DryRunRow[] = []) =>
  question([call], questionPreview([changeDryRun(call, preview, rows)], { net: preview }));

const card = () => rendering.shown.getByRole('region', { name: 'Approval' });
/** Finds an element of the card that has no ARIA role. Throws if there is none. */
const part = (selector: string): HTMLElement => {
  const found = card().querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`There is no ${selector}: ${card().innerHTML}`);
  return found;
};
const verdict = () => rendering.shown.getByRole('heading', { level: 2 }).textContent;
const isCurrent = () => part('.approval-preview').dataset.current;
const sees = (text: string | RegExp | ReturnType<typeof withWords>) =>
  expect(rendering.shown.getByText(text)).toBeDefined();
const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);
const listItems = () => texts(rendering.shown.queryAllByRole('listitem'));
/** Queries in the section of one of several calls. */
const callOf = (label: string) => within(rendering.shown.getByRole('article', { name: label }));
const unfold = (label: string) =>
  rendering.user.click(callOf(label).getByRole('button', { name: /^Details:/, expanded: false }));
const tickBox = (label: string) => rendering.shown.getByRole<HTMLInputElement>('checkbox', { name: label });
const click = (element: HTMLElement) => rendering.user.click(element);
const textbox = (name: string) => rendering.shown.getByRole<HTMLInputElement>('textbox', { name });
const keyboard = (keys: string) => rendering.user.keyboard(keys);
const focused = () => document.activeElement ?? document.body;
const shortcut = () => keyboard('{Control>}{Enter}{/Control}');
/** Dispatches the event that the browser repeats while Ctrl+Enter is held down. */
const repeatShortcut = () => fireEvent.keyDown(focused(), { key: 'Enter', ctrlKey: true, repeat: true });
/** Presses Tab, which moves the focus from the card to its first control. */
const moveIn = () => rendering.user.tab();
/** The button with this name and this description, which says why the button can’t be used yet. */
const hintedButton = (name: string, description: string) =>
  rendering.shown.getByRole('button', { name, description });
const waits = (name: string) => rendering.button(name).getAttribute('aria-disabled') === 'true';
const decisions = () => sent.filter((command) => command.type === 'decide-approval');
const previews = () => sent.filter((command) => command.type === 'preview-approval');
const choice = (executionId: string, more: object = {}) => ({
  executionId,
  verdict: 'approve',
  args: null,
  leftOut: [],
  ...more,
});

describe('one call', () => {
  it('shows its title and its preview', async () => {
    const preview = changePreview('Hides 8 models.', {
      effects: [
        {
          kind: 'loss',
          title: 'Newly hidden',
          names: Array.from({ length: 8 }, (_, index) => ({ name: `gpt-${index}`, detail: null })),
          total: 900,
        },
        { kind: 'gain', title: 'Brought back', names: [{ name: 'o1', detail: 'by o*' }], total: 1 },
      ],
      unchanged: '28 models stay as they are.',
      differences: [{ kind: 'added', text: 'openai: ignore rule "*"' }],
      notes: [{ topic: 'way-back', text: 'A checkpoint is taken first.' }],
    });
    await ask(effectOf(SAVE, preview));
    expect(verdict()).toBe('Hides 8 models.');
    const { shown } = rendering;
    expect(shown.getByRole('code').textContent).toBe('save_changes()');
    const hidden = within(shown.getByRole('region', { name: 'Newly hidden' }));
    expect(hidden.getByRole('heading').textContent).toBe('Newly hidden900');
    expect(hidden.getAllByRole('listitem')).toHaveLength(3);
    expect(listItems().slice(3)).toEqual([
      'o1 by o*',
      '+added: openai: ignore rule "*"',
      'A checkpoint is taken first.',
    ]);
    expect(texts(shown.getAllByRole('paragraph'))).toContain('28 models stay as they are.');

    expect(hidden.getByText('and 892 more, not listed here')).toBeDefined();
    await click(hidden.getByRole('button', { name: /^and 5 more ?: Newly hidden$/ }));
    expect(hidden.getAllByRole('listitem')).toHaveLength(8);
    await click(hidden.getByRole('button', { name: /^Show fewer ?: Newly hidden$/ }));
    expect(hidden.getAllByRole('listitem')).toHaveLength(3);
  });

  it('groups the affected names by their reason, the largest group first', async () => {
    const by = (detail: string | null, ...names: string[]) => names.map((name) => ({ name, detail }));
    const names = [...by('by rule a', 'a1'), ...by('by rule b', 'b1', 'b2', 'b3'), ...by(null, 'c1')];
    const preview = changePreview('Hides 5 models.', {
      effects: [{ kind: 'loss', title: 'Newly hidden', names, total: 5 }],
    });
    await ask(effectOf(SAVE, preview));
    const hidden = within(rendering.shown.getByRole('region', { name: 'Newly hidden' }));
    expect(hidden.getByRole('paragraph').textContent).toBe('by rule b 3');
    const lists = hidden.getAllByRole('list').map((list) => within(list).getAllByRole('listitem'));
    expect(lists.map(texts)).toEqual([
      ['b1', 'b2', 'b3'],
      ['a1 by rule a', 'c1'],
    ]);
  });

  it.each([
    ['its effect', changeDryRun(SAVE, changePreview('Hides 3 models.')), 'Hides 3 models.', 'Apply'],
    [
      'its question if the effect is unknown',
      unknownDryRun(SAVE, changePreview('Runs save_changes().')),
      'Write the rules to the proxy’s file?',
      'Run',
    ],
  ])('has as its verdict %s, and the act as its button', async (_, dryRun, words, button) => {
    await ask(question([SAVE], questionPreview([dryRun])));
    expect(verdict()).toBe(words);
    expect(rendering.buttonNames()).toEqual([button, 'Refuse…']);
  });

  it('has its warning beside the buttons, and says nothing twice', async () => {
    const preview = changePreview('Changes flag "a": no → yes.', {
      warning: 'This takes effect at once.',
      differences: [{ kind: 'modified', text: 'flag "a": no → yes' }],
    });
    await ask(effectOf(SAVE, preview));
    expect(part('.approval-head').textContent).toBe('Changes flag "a": no → yes.');
    expect(part('.approval-foot').textContent).toMatch(/^This takes effect at once\.Apply/);
    expect(part('.approval-scroller').textContent).toBe(
      'save_changes()Options for next timeDon’t ask again for save_changes in this chat',
    );
  });

  it('that sends a message shows chat and text as text, and can’t be allowed from now on', async () => {
    const text = 'Hide **all**\u202e <b>models</b>?\nThen say so.';
    const message = askedCall('m', 'send_message', { chat: 'Shop', message: text, wait: true });
    const preview = changePreview('Sends this message to the chat “Shop” and waits.', { quoted: text });
    await ask(effectOf(message, preview));
    expect(verdict()).toBe('Sends this message to the chat “Shop” and waits.');
    const quote = rendering.shown.getByRole('blockquote');
    expect(quote.textContent).toBe('Hide **all**\\u202e <b>models</b>?\nThen say so.');
    expect(quote.querySelector('b, strong')).toBeNull();
    expect(rendering.shown.queryByRole('checkbox')).toBeNull();
  });

  it('that runs a page tool is live, also for its keys, only once its long arguments were unfolded', async () => {
    const text = `${'x'.repeat(8_600)} the end`;
    const call = askedCall('p', 'page_add', { text });
    const preview = changePreview('Runs page_add.', { quoted: text });
    await ask(question([call], questionPreview([unknownDryRun(call, preview)], { net: preview })));
    const apply = async () => {
      await rendering.press('Run');
      fireEvent.keyDown(focused(), { key: 'Enter', ctrlKey: true });
    };
    await apply();
    expect(decisions()).toHaveLength(0);
    expect(hintedButton('Run', 'Show all of the text first.')).toBeDefined();
    fireEvent.click(rendering.shown.getByRole('button', { name: /^Show all/ }));
    expect(rendering.shown.getByRole('blockquote').textContent).toContain('the end');
    await apply();
    expect(decisions()).toHaveLength(1);
  });

  it('of more page tools than a list shows at first has the arguments of all in sight', async () => {
    const calls = Array.from({ length: 25 }, (_, index) => askedCall(`p${index}`, 'page_add', { index }));
    const previews = calls.map((call) =>
      unknownDryRun(call, changePreview('Runs page_add.', { quoted: JSON.stringify(call.args) })),
    );
    await ask(question(calls, questionPreview(previews)));
    expect(rendering.shown.getAllByRole('blockquote')).toHaveLength(25);
  });

  it('is approved with the digest of the preview shown, once', async () => {
    await ask(question([SAVE]));
    await rendering.press('Apply');
    await rendering.press('Apply');
    expect(sent).toEqual([
      {
        type: 'decide-approval',
        approvalId: 'a',
        digest: hashOf('d'),
        choices: [choice('save', { note: '' })],
        allowTools: [],
      },
    ]);
    expect(waits('Apply')).toBe(true);
  });

  it('can’t be approved in the first moment, so that a misplaced click does nothing', async () => {
    show(question([SAVE]));
    await wait(599);
    await rendering.press('Apply');
    expect(sent).toEqual([]);
    expect(hintedButton('Apply', 'Read first; ready in a second.')).toBeDefined();
    await wait(1);
    await rendering.press('Apply');
    expect(decisions()).toHaveLength(1);
  });

  it('shows why it would fail', async () => {
    const dryRun = failureDryRun(SAVE, 'openai has no ignore rules.');
    await ask(question([SAVE], questionPreview([dryRun])));
    expect(verdict()).toBe('This would change nothing: openai has no ignore rules.');
    expect(waits('Apply')).toBe(false);
  });

  it('shows a failed decision, and can be decided again', async () => {
    answer = () => ({ error: PAGE_CHANGED });
    await ask(question([SAVE]));
    await rendering.press('Apply');
    const alert = await rendering.shown.findByRole('alert');
    expect(within(alert).getByText('The page changed.')).toBeDefined();
    answer = () => ({});
    await rendering.press('Apply');
    expect(decisions()).toHaveLength(2);
    expect(rendering.shown.queryByRole('alert')).toBeNull();
  });

  it.each([
    {
      does: 'removes the error about the page as it was',
      error: { code: 'page-gone', message: 'The page isn’t open.' },
      stays: false,
    },
    { does: 'keeps the error that says that the page changed', error: PAGE_CHANGED, stays: true },
  ] as const)('a new preview $does', async ({ error, stays }) => {
    const before = question([SAVE]);
    answer = () => ({ error });
    await ask(before);
    await rendering.press('Apply');
    await ask(question([SAVE], { ...before.preview }));
    sees(error.message);
    await ask(question([SAVE], { ...before.preview, digest: hashOf('e') }));
    expect(rendering.shown.queryByText(error.message) !== null).toBe(stays);
  });

  it('spells out invisible characters in a name', async () => {
    const call = askedCall('x', 'add_ignore_rule', { pattern: 'a\u202eb' });
    await ask(question([call]));
    expect(rendering.shown.getByRole('code').textContent).toBe('add_ignore_rule("a\\u202eb")');
  });
});

describe('the names in a card', () => {
  const effect = {
    kind: 'loss',
    title: 'Newly hidden',
    names: ['gpt-4o', 'gpt-5'].map((name) => ({ name, detail: null })),
    total: 2,
  } as const;
  const preview = changePreview('Hides two.', { effects: [effect] });
  const showButtons = () => rendering.shown.queryAllByRole('button', { name: /^Show .* on the page$/ });
  const withNames = effectOf(SAVE, preview);

  it('show those on the page that are in sight there, on one that can', async () => {
    page = { ...CONNECTED, canShow: true };
    await ask(withNames);
    await wait(200);
    expect(texts(showButtons())).toEqual(['gpt-4o']);
    await rendering.press('Show gpt-4o on the page');
    expect(sent.map(({ type }) => type)).toEqual(['find-names', 'show-name']);
    expect(sent[1]).toEqual({ type: 'show-name', chatId: 'c', name: 'gpt-4o' });
  });

  it('are text on a page that can’t', async () => {
    page = CONNECTED;
    await ask(withNames);
    await wait(200);
    expect(showButtons()).toEqual([]);
    expect(sent).toEqual([]);
  });
});

describe('the keyboard', () => {
  it('focuses the card, and approves by Ctrl+Enter', async () => {
    await ask(question([SAVE]));
    expect(document.activeElement).toBe(card());
    await moveIn();
    await keyboard('{Enter}');
    fireEvent.keyDown(focused(), { key: 'Enter', ctrlKey: true, isComposing: true });
    expect(sent).toEqual([]);
    await shortcut();
    expect(decisions()).toHaveLength(1);
  });

  const NEEDS_ENTRY = 'Press Tab to move into this approval request first. The shortcut works from there.';
  const reason = () => textbox('Reason');

  it('opens and closes the refusal by Escape, and refuses by Ctrl+Enter with the reason', async () => {
    await ask(question([ADD, LOOK, SAVE]));
    await keyboard('{Escape}');
    expect(document.activeElement).toBe(reason());
    await keyboard('{Escape}');
    expect(document.activeElement).toBe(card());
    expect(rendering.buttonNames()).toContain('Apply 2 changes');

    await keyboard('{Escape}');
    await keyboard(' Not today ');
    await keyboard('{Meta>}{Enter}{/Meta}');
    expect(decisions()).toMatchObject([
      {
        choices: [
          choice('add', { verdict: 'reject', note: 'Not today' }),
          choice('look', { note: '' }),
          choice('save', { verdict: 'reject', note: 'Not today' }),
        ],
        allowTools: [],
      },
    ]);
  });

  it('keeps the reason of a refusal while another chat is shown, and leaves the focus in the composer, also an empty one', async () => {
    const composer = createRef<HTMLTextAreaElement>();
    const field = document.body.appendChild(document.createElement('textarea'));
    composer.current = field;
    await ask(question([SAVE]));
    await keyboard('{Escape}');
    await keyboard('Not today');
    rendering.render(null);
    field.focus();
    show(question([SAVE]), [], false, composer);
    await wait(600);
    expect(reason().value).toBe('Not today');
    expect(document.activeElement).toBe(field);
    field.remove();
    // Keys that were meant for something else refuse nothing.
    act(() => card().focus());
    await shortcut();
    expect(decisions()).toEqual([]);
    await moveIn();
    expect(document.activeElement).toBe(reason());
    await shortcut();
    expect(decisions()).toMatchObject([
      { choices: [choice('save', { verdict: 'reject', note: 'Not today' })] },
    ]);
  });

  it('approves nothing before the user moves into the card, and explains how', async () => {
    await ask(question([SAVE]));
    await shortcut();
    await wait(600);
    await shortcut();
    await wait(600);
    expect(sent).toEqual([]);
    // Once beside the buttons, and once in the live region for screen readers.
    expect(rendering.shown.getAllByText(NEEDS_ENTRY)).toHaveLength(2);
    await moveIn();
    expect(rendering.shown.queryAllByText(NEEDS_ENTRY)).toEqual([]);
    await shortcut();
    expect(decisions()).toHaveLength(1);
  });

  it.each(['y', 'ß', '7', 'Backspace', 'Delete'])(
    'blocks approving again after the stray key %s',
    async (key) => {
      await ask(question([SAVE]));
      await moveIn();
      await keyboard(`{${key}}`);
      await shortcut();
      expect(decisions()).toEqual([]);
      await wait(600);
      await shortcut();
      expect(decisions()).toHaveLength(1);
    },
  );

  it('blocks approving again after a letter key on a checkbox', async () => {
    await ask(question([ADD, SAVE]));
    act(() => tickBox('add_ignore_rule("*-preview*")').focus());
    await keyboard('y');
    await shortcut();
    expect(decisions()).toEqual([]);
  });

  it('approves nothing by a repeating shortcut, also after the block', async () => {
    show(question([SAVE]));
    await moveIn();
    await shortcut();
    for (let count = 0; count < 10; count += 1) {
      await wait(100);
      repeatShortcut();
    }
    expect(decisions()).toEqual([]);
    await shortcut();
    expect(decisions()).toHaveLength(1);
  });

  it('blocks approving after the last event of a shortcut held before the user moves in', async () => {
    await ask(question([SAVE]));
    await shortcut();
    for (let count = 0; count < 7; count += 1) {
      await wait(100);
      repeatShortcut();
    }
    await wait(400);
    expect(waits('Apply')).toBe(true);
    await wait(200);
    expect(waits('Apply')).toBe(false);
  });

  it('approves only the content shown when the shortcut was pressed, if the page changes while it repeats', async () => {
    const before = question([SAVE]);
    await ask(before);
    await moveIn();
    act(() => rendering.button('Apply').focus());
    // The background finds that the page changed: the request stays, with a new preview.
    answer = (command) => (command.type === 'decide-approval' ? { error: PAGE_CHANGED } : {});
    await keyboard('{Control>}{Enter>}');
    await rendering.shown.findByRole('alert');
    answer = () => ({});
    show({ ...before, preview: { ...before.preview, digest: hashOf('f') } });
    for (let count = 0; count < 10; count += 1) {
      repeatShortcut();
      await wait(100);
    }
    expect(decisions()).toHaveLength(1);
  });

  it.each(['Enter', ' '])('approves nothing by a repeating %j on the button', async (key) => {
    await ask(question([SAVE]));
    const button = rendering.button('Apply');
    act(() => button.focus());
    const isDefaultKept = fireEvent.keyDown(button, { key, repeat: true });
    // Otherwise the browser would click the button.
    expect(isDefaultKept).toBe(false);
  });

  it('does not count opening and closing the refusal as moving into the card', async () => {
    await ask(question([SAVE]));
    await keyboard('{Escape}');
    await keyboard('{Escape}');
    await shortcut();
    expect(decisions()).toEqual([]);
    expect(rendering.shown.getAllByText(NEEDS_ENTRY)).toHaveLength(2);
  });

  it('never approves by any key sequence before the user moves into the card', async () => {
    const keys = fc.array(
      fc.record({
        key: fc.constantFrom('Enter', 'a', ' ', 'ArrowDown', 'Tab', 'Backspace', 'Control', 'Home'),
        isShortcut: fc.boolean(),
        afterMs: fc.constantFrom(0, 100, 700),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(keys, async (pressed) => {
        sent = [];
        show({ ...question([SAVE]), id: `q${Math.random()}` });
        const shown = card();
        for (const { key, isShortcut, afterMs } of pressed) {
          await wait(afterMs);
          // Not by user-event: Tab would move the focus out of the card.
          fireEvent.keyDown(shown, { key, ctrlKey: isShortcut });
        }
        await wait(0);
        expect(decisions()).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('blocks approving again when the page changed and changed back', async () => {
    const first = question([SAVE]);
    await ask(first);
    await moveIn();
    const other = { ...first, preview: { ...first.preview, stateHash: hashOf('t'), digest: hashOf('e') } };
    show(other);
    await wait(100);
    show(first);
    await shortcut();
    expect(decisions()).toEqual([]);
    await wait(600);
    await shortcut();
    expect(decisions()).toHaveLength(1);
  });

  it('announces why an early key did nothing', async () => {
    show(question([SAVE]));
    await moveIn();
    await shortcut();
    const spoken = [...card().querySelectorAll('[aria-live]')].map((region) => region.textContent);
    expect(spoken).toEqual(['Does save_changes().', 'Read first; ready in a second.']);
    await wait(600);
    expect(card().querySelectorAll('[aria-live]')[1]?.textContent).toBe('');
  });
});

it('the card and its announcement begin with the user’s name for the site', async () => {
  siteMark = { name: 'PRODUCTION', color: 'red' };
  await ask(question([SAVE]));
  expect(card().textContent).toMatch(/^PRODUCTIONDoes save_changes\(\)\./);
  expect(card().querySelector('[aria-live]')?.textContent).toBe('PRODUCTION: Does save_changes().');
});

describe('several calls', () => {
  const ALL = question([ADD, LOOK, SAVE]);

  it('of a plan say so, have the net effect as their verdict, and a row for each call', async () => {
    show(ALL, [], true);
    await wait(600);
    sees('This is the assistant’s plan. Nothing has been done yet.');
    expect(verdict()).toBe('Net.');
    const sections = rendering.shown.getAllByRole('article');
    expect(sections.map((section) => section.getAttribute('aria-label'))).toEqual([
      'add_ignore_rule("*-preview*")',
      'switch_provider("openai")',
      'save_changes()',
    ]);
    expect(sections.map((section) => within(section).queryByRole('checkbox') !== null)).toEqual([
      true,
      false,
      true,
    ]);
    const allowed = callOf('switch_provider("openai")');
    expect(allowed.getByText('Runs anyway')).toBeDefined();
    await unfold('switch_provider("openai")');
    expect(allowed.getByText('Runs anyway, allowed by this chat’s permissions.')).toBeDefined();
  });

  it('have the effect of each in its row', async () => {
    const effects = [
      { kind: 'loss' as const, title: 'Newly hidden', names: [], total: 13 },
      { kind: 'gain' as const, title: 'Brought back', names: [], total: 2 },
    ];
    const failure = failureDryRun(SAVE, 'Nothing to save.');
    const dryRuns = [changeDryRun(ADD, changePreview('Hides 13.', { effects })), failure];
    await ask(question([ADD, SAVE], questionPreview(dryRuns)));
    expect(texts(rendering.shown.getAllByRole('button', { name: /^Details:/ }))).toEqual([
      'Details: add_ignore_rule("*-preview*")Newly hidden: −13Brought back: +2',
      'Details: save_changes()no change',
    ]);
    const idle = changePreview('No model changes.', {
      effects: [{ kind: 'warning', title: 'Rules without effect', names: [], total: 1 }],
      unchanged: '7 models stay as they are.',
      differences: [{ kind: 'added', text: 'a rule' }],
    });
    await ask(question([ADD, SAVE], questionPreview([changeDryRun(ADD, idle), failure])));
    expect(texts(rendering.shown.getAllByRole('button', { name: /^Details:/ }))).toEqual([
      'Details: add_ignore_rule("*-preview*")no effect',
      'Details: save_changes()no change',
    ]);
    await unfold('save_changes()');
    expect(
      callOf('save_changes()').getByText(withWords('This would change nothing: Nothing to save.')),
    ).toBeDefined();
  });

  it('whose effects are unknown are asked for by their number', async () => {
    const calls = [ADD, SAVE];
    await ask(
      question(calls, questionPreview(calls.map((call) => unknownDryRun(call, changePreview('Runs it.'))))),
    );
    expect(verdict()).toBe('Run 2 calls?');
    expect(rendering.buttonNames()).toContain('Run 2 calls');
  });

  it('have the warnings of all as one, each once, unless their net effect has its own', async () => {
    const warned = (warning: string) => changePreview('x', { warning });
    const dryRuns = [changeDryRun(ADD, warned('At once.')), changeDryRun(SAVE, warned('For good.'))];
    await ask(question([ADD, SAVE], questionPreview([...dryRuns, ...dryRuns])));
    sees(withWords('At once. For good.'));
    await ask({ ...question([ADD, SAVE], questionPreview(dryRuns, { net: warned('All.') })), id: 'b' });
    sees('All.');
  });

  it('are selected all at once, or none', async () => {
    await ask(ALL);
    sees('2 of 2 selected');
    await rendering.press('Select none');
    sees('0 of 2 selected');
    expect(tickBox('save_changes()').checked).toBe(false);
    await rendering.press('Select all');
    expect(tickBox('save_changes()').checked).toBe(true);
    expect(waits('Apply 2 changes')).toBe(false);
  });

  it('update the preview without an omitted call, and are approved with it', async () => {
    const left = questionPreview([changeDryRun(SAVE, changePreview('Saves.'))], {
      digest: hashOf('e'),
      net: changePreview('Only saves.'),
    });
    answer = () => ({ preview: left });
    await ask(ALL);
    await click(tickBox('add_ignore_rule("*-preview*")'));
    expect(waits('Apply 1 change')).toBe(true);
    expect(isCurrent()).toBe('false');
    expect(verdict()).toBe('Net.');
    await wait(250);
    expect(previews()).toEqual([
      {
        type: 'preview-approval',
        approvalId: 'a',
        choices: [choice('add', { verdict: 'reject' }), choice('look'), choice('save')],
      },
    ]);
    expect(verdict()).toBe('Only saves.');
    expect(part('article').dataset.leftOut).toBe('true');
    await unfold('add_ignore_rule("*-preview*")');
    await rendering.user.type(textbox('Reason'), 'Too wide');
    await rendering.press('Apply 1 change');
    expect(decisions()).toMatchObject([
      {
        digest: hashOf('e'),
        choices: [
          choice('add', { verdict: 'reject', note: 'Too wide' }),
          choice('look', { note: '' }),
          choice('save', { note: '' }),
        ],
      },
    ]);
  });

  it('use the request’s own preview again once nothing is omitted', async () => {
    previewWill([], { digest: hashOf('e') });
    await ask(ALL);
    await toggle('save_changes()');
    await click(tickBox('save_changes()'));
    expect(waits('Apply 2 changes')).toBe(false);
    await rendering.press('Apply 2 changes');
    expect(decisions()).toMatchObject([{ digest: hashOf('d') }]);
    expect(previews()).toHaveLength(1);
  });

  it('can be decided one by one, after a preview of the first alone', async () => {
    const first = questionPreview(ALL.preview.dryRun.calls.slice(0, 1), { digest: hashOf('f') });
    answer = () => ({ preview: first });
    await ask(ALL);
    await rendering.press('Apply only the first');
    expect(sent).toEqual([
      { type: 'preview-approval', approvalId: 'a', choices: [choice('add')] },
      {
        type: 'decide-approval',
        approvalId: 'a',
        digest: hashOf('f'),
        choices: [choice('add', { note: '' })],
        allowTools: [],
      },
    ]);
  });

  it.each([
    ['another page', { stateHash: hashOf('x') }, ALL.preview.dryRun.calls.slice(0, 1)],
    ['another effect', {}, [changeDryRun(ADD, changePreview('Hides everything.'))]],
  ])('don’t approve the first on %s than was shown', async (_, changes, dryRuns) => {
    previewWill(dryRuns, changes);
    await ask(ALL);
    await rendering.press('Apply only the first');
    const alert = await rendering.shown.findByRole('alert');
    expect(decisions()).toEqual([]);
    expect(within(alert).getByText(/The page changed since this preview was made/)).toBeDefined();
    expect(waits('Apply 2 changes')).toBe(false);
  });

  it('show the remaining calls with the user’s input after the first was decided', async () => {
    await ask(ALL);
    await click(tickBox('save_changes()'));
    const decided = {
      ...ADD,
      decision: { verdict: 'approved' as const, args: {}, isEdited: false, note: '', atMs: 0 },
    };
    const rest = question([decided, LOOK, SAVE]);
    show(rest, ['add']);
    sees('1 call is decided already.');
    const calls = rendering.shown.getAllByRole('article');
    expect(calls.map((call) => call.getAttribute('aria-label'))).toEqual([
      'switch_provider("openai")',
      'save_changes()',
    ]);
    expect(tickBox('save_changes()').checked).toBe(false);

    // The card is removed while the first call runs, and shown again.
    rendering.render(null);
    show(rest, ['add', 'look']);
    expect(verdict()).toBe('Does save_changes().');
    await wait(1_000);
    expect(previews().at(-1)).toMatchObject({ choices: [choice('save', { verdict: 'reject' })] });
  });

  it('allow a tool from now on with the decision', async () => {
    await ask(ALL);
    const options = within(rendering.shown.getByRole('group'));
    expect(options.getAllByRole('checkbox')).toEqual([
      tickBox('Don’t ask again for add_ignore_rule in this chat'),
      tickBox('Don’t ask again for save_changes in this chat'),
    ]);
    await click(tickBox('Don’t ask again for add_ignore_rule in this chat'));
    await rendering.press('Apply 2 changes');
    expect(decisions()).toMatchObject([{ allowTools: ['add_ignore_rule'] }]);
  });
});

it.each([
  ['demands an approval of every change', { mostPermission: 'ask-every-change' }, []],
  ['demands an approval of one tool', { askTools: ['save_changes'] }, ['add_ignore_rule']],
] as const)('in an organisation that %s, no card allows what that forbids', async (_, policy, free) => {
  onTestFinished(() => browser.storage.local.remove(MANAGED_POLICY_KEY));
  await browser.storage.local.set({ [MANAGED_POLICY_KEY]: { ...NO_POLICY, ...policy } });
  await ask(question([ADD, LOOK, SAVE]));
  const boxes = ['add_ignore_rule', 'save_changes'].map(
    (tool) => [tool, tickBox(`Don’t ask again for ${tool} in this chat`)] as const,
  );
  expect(boxes.flatMap(([tool, box]) => (box.matches(':disabled') ? [] : [tool]))).toEqual(free);
  expect(rendering.shown.getAllByText('Set by your organisation')).toHaveLength(2 - free.length);
  for (const [, box] of boxes) await click(box);
  await rendering.press('Apply 2 changes');
  expect(decisions()).toMatchObject([{ allowTools: free }]);
});

it('no tool of the page can be allowed, whatever it claims', async () => {
  const list = askedCall('list', 'page_list', {});
  const add = askedCall('add', 'page_add', {});
  const tools = [pageTool({ name: 'list', hints: { readOnly: true } }), pageTool({ name: 'add' })];
  show(question([list, add]), [], false, createRef(), tools);
  await wait(1_000);
  expect(rendering.shown.getAllByRole('article')).toHaveLength(2);
  expect(rendering.shown.queryByRole('checkbox', { name: /^Don’t ask again/ })).toBeNull();
});

describe('a page that changed', () => {
  const BEFORE = question([SAVE]);
  const AFTER = question(
    [SAVE],
    questionPreview([changeDryRun(SAVE, changePreview('Saves something else.'))], {
      stateHash: hashOf('t'),
      digest: hashOf('e'),
      since: [{ kind: 'removed', text: 'openai: ignore rule "tts-*"' }],
    }),
  );

  it('is shown with the differences, and approving is blocked for a moment', async () => {
    await ask(BEFORE);
    show(AFTER);
    sees(/^The page changed since this approval was requested\. The preview/);
    expect(listItems()).toEqual(['−removed: openai: ignore rule "tts-*"']);
    expect(verdict()).toBe('Saves something else.');
    expect(waits('Apply')).toBe(true);
    await rendering.press('Apply');
    expect(sent).toEqual([]);
    await wait(600);
    await rendering.press('Apply');
    expect(decisions()).toMatchObject([{ digest: hashOf('e') }]);
  });

  it.each<[Said[], string]>([
    [[], 'Changed meanwhile'],
    [[say('said.cause.you')], 'Changed meanwhile by you'],
    [[say('said.cause.you'), say('said.cause.page')], 'Changed meanwhile by you and the page itself'],
  ])('lists the differences under who made them: %j', async (sinceBy, title) => {
    await ask({ ...AFTER, preview: { ...AFTER.preview, sinceBy } });
    const section = within(rendering.shown.getByRole('region', { name: title }));
    expect(section.getByText('openai: ignore rule "tts-*"')).toBeDefined();
  });

  it('keeps the user’s choices and updates their preview', async () => {
    const calls = [ADD, SAVE];
    const dryRuns = question(calls).preview.dryRun.calls;
    const newDigest = questionPreview(dryRuns, { stateHash: hashOf('t'), digest: hashOf('e') });
    previewWill([], { digest: hashOf('1') });
    await ask(question(calls));
    await toggle('save_changes()');
    previewWill([], { stateHash: hashOf('t'), digest: hashOf('2') });
    show(question(calls, newDigest));
    expect(tickBox('save_changes()').checked).toBe(false);
    await wait(250);
    expect(previews()).toHaveLength(2);
    // The preview is for another page state than the previous one.
    expect(waits('Apply 1 change')).toBe(true);
    await wait(600);
    await rendering.press('Apply 1 change');
    expect(decisions()).toMatchObject([{ digest: hashOf('2') }]);
  });
});

describe('a failed preview', () => {
  it('is shown with an error, and requested again by Try again', async () => {
    answer = () => ({ error: { code: 'page-gone', message: 'The page is gone.' } });
    await ask(question([ADD, SAVE]));
    await toggle('save_changes()');
    expect(within(rendering.shown.getByRole('alert')).getByText('The page is gone.')).toBeDefined();
    expect(waits('Apply 1 change')).toBe(true);
    previewWill([]);
    await rendering.press('Try again');
    await wait(250);
    expect(waits('Apply 1 change')).toBe(false);
    expect(rendering.shown.queryByRole('alert')).toBeNull();
  });
});

describe('edited arguments', () => {
  const pattern = () => textbox('Pattern');

  it('update the preview while typing, and are approved as shown', async () => {
    const preview = changePreview('Hides 3.');
    previewWill([changeDryRun(ADD, preview)], { digest: hashOf('e'), net: preview });
    await ask(question([ADD]));
    await rendering.press('Edit');
    await rendering.user.clear(pattern());
    await rendering.user.type(pattern(), '*-bet');
    await wait(200);
    await rendering.user.type(pattern(), 'a*');
    expect(waits('Apply')).toBe(true);
    await wait(250);
    expect(previews()).toMatchObject([{ choices: [choice('add', { args: { pattern: '*-beta*' } })] }]);
    expect(rendering.shown.getByRole('code').textContent).toBe('add_ignore_rule("*-beta*")');
    expect(verdict()).toBe('Hides 3.');
    await rendering.press('Close the form');
    expect(texts(rendering.shown.getAllByRole('paragraph'))).toContain(
      'Edited. The assistant wrote add_ignore_rule("*-preview*")',
    );
    await rendering.press('Apply');
    expect(decisions()).toMatchObject([
      { digest: hashOf('e'), choices: [choice('add', { args: { pattern: '*-beta*' }, note: '' })] },
    ]);
  });

  it('that are invalid can’t be approved, and show the problem until it is fixed', async () => {
    const problems = [{ executionId: 'add', path: ['pattern'], message: 'must not be empty' }];
    answer = () => ({ problems });
    await ask(question([ADD]));
    await rendering.press('Edit');
    await rendering.user.clear(pattern());
    await wait(250);
    expect(listItems()).toEqual(['must not be empty']);
    expect(pattern().getAttribute('aria-invalid')).toBe('true');
    expect(hintedButton('Apply', '1 argument is not valid.')).toBeDefined();
    expect(isCurrent()).toBe('false');

    previewWill([]);
    await rendering.user.type(pattern(), 'a*');
    expect(listItems()).toEqual(['must not be empty']);
    await wait(250);
    expect(listItems()).toEqual([]);
    expect(waits('Apply')).toBe(false);
  });

  it('that can’t be parsed request no preview', async () => {
    await ask(question([ADD]));
    await rendering.press('Edit');
    await click(rendering.shown.getByRole('radio', { name: 'JSON', checked: false }));
    await rendering.user.clear(textbox('Arguments'));
    await rendering.user.paste('{"pattern": ');
    await wait(1_000);
    expect(sent).toEqual([]);
    expect(waits('Apply')).toBe(true);
    await rendering.press('Reset to the assistant’s version');
    expect(waits('Apply')).toBe(false);
  });
});

describe('the parts of a call', () => {
  const IMPORT = askedCall('import', 'import_rules', { ignore: ['a*', 'b*'], whitelist: [], mode: 'merge' });
  const rows = ['a*', 'b*', 'c*'].map((text) => ({
    id: text,
    kind: 'added' as const,
    text: `ignore rule ${text}`,
    note: text === 'b*' ? 'covered by a*' : null,
    isLeftOut: false,
  }));
  const PARTS = effectOf(IMPORT, changePreview('Hides 3.'), rows);
  const parts = (name: string | RegExp) => within(rendering.shown.getByRole('group', { name }));
  const boxes = () => parts(/ parts selected$/).getAllByRole<HTMLInputElement>('checkbox');

  it('can be omitted one by one', async () => {
    previewWill([changeDryRun(IMPORT, changePreview('Hides 1.'), rows)], {
      digest: hashOf('e'),
    });
    await ask(PARTS);
    expect(parts('3 of 3 parts selected')).toBeDefined();
    expect(boxes().map((box) => box.closest('label')?.textContent)).toEqual([
      '+added: ignore rule a*',
      '+added: ignore rule b*covered by a*',
      '+added: ignore rule c*',
    ]);
    for (const box of boxes().slice(1)) await click(box);
    expect(parts('1 of 3 parts selected')).toBeDefined();
    await wait(250);
    expect(previews()).toMatchObject([{ choices: [choice('import', { leftOut: ['b*', 'c*'] })] }]);
    expect(verdict()).toBe('Hides 1.');
    await rendering.press('Apply 1 of 3');
    expect(decisions()).toMatchObject([
      { digest: hashOf('e'), choices: [choice('import', { leftOut: ['b*', 'c*'] })] },
    ]);
  });

  it('are selected and omitted all at once', async () => {
    await ask(PARTS);
    await rendering.press('Select none');
    expect(boxes().map(({ checked }) => checked)).toEqual([false, false, false]);
    await rendering.press('Select all');
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true]);
    expect(waits('Apply')).toBe(false);
  });

  it('beyond a hundred are sorted with removals first, and the button counts the others by kind', async () => {
    const many = Array.from({ length: 230 }, (_, index) => ({
      id: `${index}`,
      kind: index === 200 ? ('removed' as const) : ('added' as const),
      text: `rule ${index}`,
      note: null,
      isLeftOut: false,
    }));
    await ask(effectOf(IMPORT, changePreview('x'), many));
    expect(listItems()[0]).toContain('rule 200');
    expect(boxes()).toHaveLength(100);
    await rendering.press('and 130 more: 130 added');
    expect(boxes()).toHaveLength(230);
  });
});

describe('1,000 calls', () => {
  const CALLS = Array.from({ length: 1_000 }, (_, index) =>
    askedCall(`e${index}`, 'add_ignore_rule', { pattern: `rule-${index}` }),
  );
  const clients = changePreview('Saves.', { notes: [{ topic: 'others', text: 'Clients see it.' }] });
  const approval = question(
    CALLS,
    questionPreview(
      CALLS.map((call, index) => changeDryRun(call, index === 700 ? clients : changePreview('x'))),
    ),
  );

  it('are approved together, in the assistant’s order', async () => {
    await ask(approval);
    await rendering.press('Apply 1,000 changes');
    const [decision] = decisions();
    expect(decision?.choices.map(({ executionId }) => executionId)).toEqual(
      CALLS.map(({ executionId }) => executionId),
    );
    expect(commandSchema.safeParse(decision).success).toBe(true);
  });

  it('are sorted with the riskiest first, and the button counts the others by risk', async () => {
    await ask(approval);
    const shown = rendering.shown.getAllByRole('article');
    expect(shown).toHaveLength(20);
    expect(shown[0]?.getAttribute('aria-label')).toBe('add_ignore_rule("rule-700")');
    await rendering.press('and 980 more: 980 other');
    expect(rendering.shown.getAllByRole('article')).toHaveLength(70);
  });
});
