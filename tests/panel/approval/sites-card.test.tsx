// @document
import { within } from '@testing-library/react/pure';
import { act, createRef } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '@/src/messages/commands';
import type { CardState } from '@/src/panel/approval/card-state';
import { editorModule } from '@/src/panel/approval/editing/editor-module';
import { SitesCard } from '@/src/panel/approval/sites/sites-card';
import type { Approval } from '@/src/schema/approval';
import type { ToolResult } from '@/src/schema/tool-result';
import type { SiteView } from '@/src/store/queries';
import { emptyView, inShownChat } from '../in-shown-chat';
import { storedRun } from '../stored-run';
import { refusal, stubBackground } from '../stub-background';
import { withRendering } from '../with-rendering';
import {
  askedCall,
  changeDryRun,
  changePreview,
  failureDryRun,
  hashOf,
  question,
  questionPreview,
} from './approval-requests';

const rendering = withRendering();
const { button, press } = rendering;

const SITES = ['north', 'south', 'west'];
const BINDING = { adapterId: 'model-filter', origin: 'https://north.test', instanceId: 'i', title: 'North' };
const ADD = askedCall('add', 'add_ignore_rule', { pattern: '*-preview*' });

const HIDES = changePreview('Hides 8 models.', {
  effects: [{ kind: 'loss', title: 'Newly hidden', names: [{ name: 'gpt', detail: null }], total: 8 }],
});
const REMOVES = changePreview('Removes a rule.', { differences: [{ kind: 'removed', text: 'rule "x"' }] });

/** The approval request of a site. */
const asks = (name: string, preview = HIDES, changes: Partial<Approval['preview']> = {}): Approval => ({
  ...question(
    [ADD],
    questionPreview([changeDryRun(ADD, preview)], {
      net: preview,
      digest: hashOf(name.slice(0, 1)),
      ...changes,
    }),
  ),
  id: `of ${name}`,
});

function site(name: string, approval: Approval | null, more: Partial<SiteView> = {}): SiteView {
  const state = approval === null ? 'over' : 'asks';
  return { name, chatId: `chat ${name}`, origin: null, state, approval, results: [], ...more };
}

const resultOf = (result: ToolResult) =>
  [{ role: 'tool', name: 'add_ignore_rule', executionId: 'x', result }] as SiteView['results'];

let sent: Command[];
let answer: () => unknown;

beforeAll(() => editorModule.load());
beforeEach(() => {
  vi.useFakeTimers();
  answer = () => ({ ok: true, value: null });
  sent = stubBackground(() => answer());
});
afterEach(() => {
  vi.useRealTimers();
});

const kept = new Map<string, CardState>();
beforeEach(() => kept.clear());

const wait = (timeMs: number) => act(() => vi.advanceTimersByTimeAsync(timeMs));

function show(parts: readonly SiteView[]): void {
  const targets = SITES.map((name) => ({ name, chatId: `chat ${name}` }));
  const view = {
    ...emptyView(storedRun({ state: 'waiting-for-tools' }), { binding: BINDING, targets }),
    siteParts: [...parts],
  };
  rendering.render(inShownChat({ view }, <SitesCard parts={parts} kept={kept} composer={createRef()} />));
}

/** Shows the card and waits until it can be approved. */
async function ask(parts: readonly SiteView[]): Promise<void> {
  show(parts);
  await wait(600);
}

const ALL = SITES.map((name) => site(name, asks(name)));
const rows = () => rendering.shown.getAllByRole('article').map((row) => row.getAttribute('aria-label'));
const row = (name: string) => within(rendering.shown.getByRole('article', { name }));
const untick = (name: string) =>
  rendering.user.click(rendering.shown.getByRole('checkbox', { name: `Run on ${name}` }));
const decided = () =>
  sent.flatMap((command) =>
    command.type === 'decide-sites'
      ? command.answers.map(({ approvalId, choices }) => [approvalId, choices[0]?.verdict, choices[0]?.note])
      : [],
  );

describe('the card of several sites', () => {
  it('has a row for each, the riskiest first and what is over last', async () => {
    await ask([
      site('done', null, { results: resultOf({ success: true, message: 'Added.' }) }),
      site('north', asks('north')),
      site('south', {
        ...question([ADD], questionPreview([failureDryRun(ADD, 'It is there.')])),
        id: 'of south',
      }),
      site('west', asks('west', REMOVES)),
    ]);
    expect(rows()).toEqual(['west', 'north', 'done', 'south']);
    expect(row('west').getByText('Removes a rule.')).toBeDefined();
    expect(row('south').getByText(/would change nothing/)).toBeDefined();
    expect(row('done').getByText('Added.')).toBeDefined();
  });

  it('separates the results of the calls of one site', async () => {
    const results = ['3 models hidden', 'Saved'].flatMap((message) => resultOf({ success: true, message }));
    await ask([site('north', asks('north')), site('done', null, { results })]);
    expect(row('done').getByText(/models hidden/).parentElement?.textContent).toBe('3 models hidden · Saved');
  });

  it('runs on the ticked sites with one decision, in their order, and says that the others were left out', async () => {
    await ask(ALL);
    await untick('south');
    await press('Run on 2 of 3 sites');
    expect(decided()).toEqual([
      ['of north', 'approve', ''],
      ['of south', 'reject', 'Left out'],
      ['of west', 'approve', ''],
    ]);
    expect(sent.at(-1)).toMatchObject({ chatId: 'c', stops: true });
  });

  it('goes on after a failure if the user chose so', async () => {
    await ask(ALL);
    await rendering.user.click(rendering.shown.getByRole('radio', { name: 'Go on with the other sites' }));
    await press('Run on 3 of 3 sites');
    expect(sent.at(-1)).toMatchObject({ stops: false });
  });

  it('refuses all with the user’s reason', async () => {
    await ask(ALL);
    await press('Refuse…');
    await rendering.user.keyboard('Too much');
    await press('Refuse');
    expect(decided()).toEqual(SITES.map((name) => [`of ${name}`, 'reject', 'Too much']));
  });

  it('unfolds a row to the preview of that site, with its controls to edit', async () => {
    await ask(ALL);
    await rendering.user.click(row('south').getByRole('button', { name: /^Details:/ }));
    expect(row('south').getByRole('region', { name: 'Newly hidden' })).toBeDefined();
    expect(row('south').getByRole('button', { name: /^Edit/ })).toBeDefined();
    expect(row('north').queryByRole('region')).toBeNull();
  });

  it.each<[string, SiteView[], string]>([
    ['no site is ticked', [], 'Nothing is selected. Use Refuse… to refuse all of it.'],
    ['a site works', [site('south', null, { state: 'works' })], ''],
  ])('does not run while %s', async (_, more, reason) => {
    await ask([site('north', asks('north')), ...more]);
    if (more.length > 0) {
      expect(rendering.buttonNames()).toEqual(['Stop after this site']);
      return;
    }
    await untick('north');
    await press('Run on 0 of 1 site');
    expect(decided()).toEqual([]);
    expect(button('Run on 0 of 1 site').getAttribute('aria-disabled')).toBe('true');
    expect(rendering.shown.getAllByText(reason).length).toBeGreaterThan(0);
  });

  it('does not run in the moment after it appeared', async () => {
    show(ALL);
    await press('Run on 3 of 3 sites');
    expect(decided()).toEqual([]);
  });

  it('runs by the keyboard once the user has moved into it, and Escape opens the refusal', async () => {
    await ask(ALL);
    await rendering.user.keyboard('{Control>}{Enter}{/Control}');
    expect(decided()).toEqual([]);
    await rendering.user.tab();
    await wait(600);
    await rendering.user.keyboard('{Control>}{Enter}{/Control}');
    expect(decided()).toHaveLength(3);
    await wait(600);
    await rendering.user.keyboard('{Escape}');
    expect(rendering.buttonNames()).toContain('Refuse');
  });

  it('shows the progress while the sites are changed, and stops after the one at work', async () => {
    let end = (_: unknown) => {};
    await ask(ALL);
    answer = () => new Promise((resolve) => (end = resolve));
    await press('Run on 3 of 3 sites');
    show([site('north', null, { results: resultOf({ success: true, message: 'Added.' }) }), ...ALL.slice(1)]);
    expect(rendering.shown.getByRole('heading').textContent).toBe('1 of 3 sites are done');
    expect(row('south').getByText('Waiting for the site before')).toBeDefined();
    answer = () => ({ ok: true, value: null });
    await press('Stop after this site');
    expect(sent.at(-1)).toEqual({ type: 'control-run', chatId: 'c', action: 'stop' });
    await act(async () => end({ ok: true, value: null }));
  });

  it('asks again for the one site whose page changed meanwhile, with its changes in sight', async () => {
    await ask(ALL);
    await press('Run on 3 of 3 sites');
    const done = resultOf({ success: true, message: 'Added.' });
    const since = { since: [{ kind: 'added' as const, text: 'rule "y"' }], digest: hashOf('t') };
    await ask([
      site('north', null, { results: done }),
      site('south', asks('south', HIDES, since)),
      site('west', null, { results: done }),
    ]);
    expect(row('south').getByText(/changed since this approval was requested/)).toBeDefined();
    sent.length = 0;
    await press('Run on 1 of 1 site');
    expect(decided()).toEqual([['of south', 'approve', '']]);
  });

  it('shows why the decision could not be sent, and can send it again', async () => {
    await ask(ALL);
    answer = () => refusal('storage', 'The disk is full.');
    await press('Run on 3 of 3 sites');
    expect(rendering.shown.getByText(/The disk is full/)).toBeDefined();
    await wait(600);
    expect(button('Run on 3 of 3 sites').getAttribute('aria-disabled')).toBe('false');
  });
});
