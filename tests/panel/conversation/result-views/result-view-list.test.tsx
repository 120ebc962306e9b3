// @document
import { within } from '@testing-library/react/pure';
import { describe, expect, it } from 'vitest';
import type { ResultViews } from '@/src/core/adapter/result-view';
import { shownResults } from '@/src/panel/conversation/result-views/read-result';
import { ResultViewList } from '@/src/panel/conversation/result-views/result-view-list';
import { ToolCard } from '@/src/panel/conversation/tool-card';
import type { ToolCardModel } from '@/src/panel/conversation/tool-card-model';
import type { JsonObject } from '@/src/schema/values/json';
import { emptyView, inShownChat } from '../../in-shown-chat';
import { storedRun } from '../../stored-run';
import { withRendering } from '../../with-rendering';

const page = withRendering();

const VIEWS: ResultViews = {
  hide: [
    {
      kind: 'names',
      path: ['hidden'],
      heading: 'model-filter.result.hidden',
      sign: 'removed',
    },
  ],
  list: [
    {
      kind: 'table',
      path: ['models'],
      heading: 'kit.result.models',
      columns: [{ key: 'id', title: 'open-webui.result.model' }],
    },
  ],
};

function show(tool: string, data: JsonObject): void {
  page.render(<ResultViewList results={shownResults(data, VIEWS[tool] ?? [])} />);
}

describe('what a call led to', () => {
  it('is a line with its sign, which folds the names', () => {
    show('hide', { hidden: ['gpt-4o', 'o1\u202e'] });
    const view = page.shown.getByRole<HTMLDetailsElement>('group');
    expect(view.open).toBe(true);
    const line = within(view).getByText('2 models hidden');
    expect(line.querySelector('svg')?.getAttribute('data-sign')).toBe('removed');
    // Characters that mislead are spelled out.
    const names = within(view)
      .getAllByRole('paragraph')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['gpt-4o', 'o1\\u202e']);
    expect(view.textContent).not.toContain('\u202e');
  });

  it('is a table whose further rows are only counted', () => {
    show('list', { models: Array.from({ length: 120 }, (_, n) => ({ id: `m${n}` })) });
    const view = within(page.shown.getByRole('group'));
    expect(view.getByText('120 models')).toBeDefined();
    expect(view.getByRole<HTMLTableElement>('table').tBodies[0]?.rows).toHaveLength(100);
    expect(view.getByText(/^20 more entries in the call’s result/)).toBeDefined();
  });

  it.each<[string, string, JsonObject]>([
    ['its tool has no view', 'save', { hidden: ['a'] }],
    ['the part is empty', 'hide', { hidden: [] }],
  ])('is nothing if %s', (_, tool, data) => {
    show(tool, data);
    expect(page.place.innerHTML).toBe('');
  });
});

const card: ToolCardModel = {
  name: 'add_ignore_rule',
  label: 'add_ignore_rule("*-preview")',
  state: 'done',
  outcome: null,
  message: 'Added.',
  told: null,
  reason: null,
  durationMs: 40,
  args: { pattern: '*-preview' },
  argumentsText: '',
  data: { newly_hidden: ['a', 'b'] },
  sites: null,
  userDecision: null,
  attempts: [],
};

/** A card in a chat about a page of this adapter, while a run executes its call; about no page without an adapter. */
function showInChat(adapterId: string | null, shown: ToolCardModel): void {
  const binding = adapterId === null ? null : { adapterId, origin: 'http://x', instanceId: 'i', title: 'P' };
  const view = emptyView(storedRun({ state: 'waiting-for-tools' }), { binding });
  page.render(inShownChat({ view }, <ToolCard card={shown} />));
}
const lines = () =>
  [...page.place.querySelectorAll('.result-view > summary')].map((line) => line.textContent);

describe('a card in a chat', () => {
  it('has the views that the adapter declares', () => {
    showInChat('model-filter', card);
    expect(lines()).toEqual(['2 models hidden']);
  });

  it.each<[string, string | null, ToolCardModel]>([
    ['of an adapter that this build doesn’t have', 'gone', card],
    ['about no page', null, card],
    ['whose call failed', 'model-filter', { ...card, state: 'failed' }],
  ])('%s has none', (_, adapterId, shown) => {
    showInChat(adapterId, shown);
    expect(lines()).toEqual([]);
    expect(page.shown.getByText('Added.')).toBeDefined();
  });
});
