// @document
import { fireEvent } from '@testing-library/react/pure';
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { RuleBars } from '@/src/panel/kit/models/rule-bars';
import { COLLECT_MS, createPageNames, PageNamesContext } from '@/src/panel/kit/page-names/page-names';
import type { RuleUse } from '@/src/schema/values/rule-use';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();

const rule = (list: string, pattern: string, more: Partial<RuleUse>): RuleUse => ({
  ...{ list, pattern, keeps: false, decides: 0, alone: 0, models: [] },
  ...more,
});
const PREVIEW = rule('openai', '*-preview*', { decides: 3, alone: 1, models: ['a-preview', 'b-preview'] });
const KEPT = rule('openai', 'gpt-4o', { keeps: true, decides: 1, alone: 1, models: ['gpt-4o'] });
const IDLE = rule('openai', 'none', {});
const UNKNOWN = rule('mistral', '*', { decides: null });

/** The headings and the rules, without their folded names. */
const rows = () =>
  [...rendering.place.querySelectorAll('h3, section > ul > li')].map(
    (row) => (row.querySelector('summary') ?? row).textContent,
  );

it('the rule with the most models is first, and those without models are last', () => {
  rendering.render(<RuleBars rules={[IDLE, KEPT, PREVIEW]} />);
  expect(rows()).toEqual(['*-preview* hides 3 models', 'gpt-4o keeps 1 model', 'none hides nothing']);
  const bars = [...rendering.place.querySelectorAll<HTMLElement>('.rule-bar i')];
  expect(
    bars.map(({ dataset, style }) => [dataset.state, Math.round(Number.parseFloat(style.width))]),
  ).toEqual([
    ['hidden', 33],
    ['hidden', 67],
    ['kept', 33],
    ['kept', 0],
  ]);
});

it('several lists have headings, and a rule whose models aren’t loaded says so', () => {
  rendering.render(<RuleBars rules={[PREVIEW, UNKNOWN]} />);
  expect(rows()).toEqual(['openai', '*-preview* hides 3 models', 'mistral', '* Not loaded']);
});

it('one stop of the Tab key leads to all rules, and a rule unfolds its models', async () => {
  rendering.render(<RuleBars rules={[PREVIEW, IDLE, KEPT]} />);
  await rendering.user.keyboard('{Tab}{ArrowRight}{ArrowLeft}');
  expect(document.activeElement?.textContent).toBe('*-preview* hides 3 models');
  const models = document.activeElement?.closest('details')?.textContent;
  expect(models).toBe('*-preview* hides 3 models1 of them by this rule alone.a-previewb-previewand 1 more');
  await rendering.user.keyboard('{Tab}');
  expect(document.activeElement).toBe(document.body);
});

it('a rule that opens is shown on a page that has it, and not when it closes', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const show = vi.fn();
  const names = createPageNames({ find: async () => ['openai: gpt-4o'], show });
  rendering.render(
    <PageNamesContext value={names}>
      <RuleBars rules={[PREVIEW, KEPT]} />
    </PageNamesContext>,
  );
  await act(() => vi.advanceTimersByTimeAsync(COLLECT_MS));
  const set = (open: boolean) =>
    act(async () => {
      for (const fold of rendering.place.querySelectorAll('details')) {
        fold.open = open;
        fireEvent(fold, new Event('toggle'));
      }
    });
  await set(true);
  await set(false);
  expect(show.mock.calls).toEqual([['openai: gpt-4o']]);
});
