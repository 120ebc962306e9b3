// @document
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DailyBars } from '@/src/panel/settings/costs/daily-bars';
import type { TokenUsageEntry } from '@/src/schema/usage';
import { COUNTS, used } from '../../../core/usage/usage-examples';
import { openWriter } from '../../../store/open-writer';
import { HOME } from '../../home-connection';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const writer = openWriter();

beforeEach(() => {
  vi.setSystemTime(new Date(2026, 3, 10, 15));
});
afterEach(() => {
  vi.useRealTimers();
});

/** A request on this day of March 2026; the 41st is 10 April. */
const on = (day: number, more: Partial<TokenUsageEntry>) =>
  used(0, COUNTS, { id: crypto.randomUUID(), atMs: new Date(2026, 2, day, 23, 59).getTime(), ...more });

async function show(entries: TokenUsageEntry[]) {
  await writer.connections.add({ ...HOME, prices: [{ model: 'm', input: 1_000, output: 1_000 }] });
  await writer.usage.bulkAdd(entries);
  rendering.render(<DailyBars />);
  await rendering.shown.findByRole('region', { name: 'All chats, last 30 days' });
}

/** The heights of the bars in a row that aren't gaps, by day. */
const barsOf = (row: Element | undefined) =>
  [...(row?.querySelectorAll('i') ?? [])].flatMap((bar, day) =>
    bar.dataset.used === 'true' ? [[day, Math.round(Number.parseFloat(bar.style.height))]] : [],
  );
const lines = () =>
  [...rendering.place.querySelectorAll('.bars-line')].map(({ textContent }) => textContent?.trim());

describe('the bars of the last days', () => {
  it('are one row for one model, with gaps on unused days, and a table of the days', async () => {
    await show([on(11, {}), on(12, {}), on(12, {}), on(41, {}), on(12, { isCopied: true })]);
    expect(lines()).toEqual(['m about $3.62', 'Mar 12 Apr 10']);
    const [row] = rendering.place.querySelectorAll('.day-bars');
    expect(row?.children).toHaveLength(30);
    expect(barsOf(row)).toEqual([
      [0, 100],
      [29, 50],
    ]);
    const cells = [...rendering.place.querySelectorAll('tr')].map((tr) =>
      [...tr.children].map(({ textContent }) => textContent),
    );
    expect(cells).toEqual([
      ['Apr 10 · 1 request', 'about $1.21'],
      ['Mar 12 · 2 requests', 'about $2.42'],
    ]);
  });

  it('have a row for all models and each of several, on one scale; a model without a price has the lowest', async () => {
    await show([on(40, {}), on(41, { model: 'n' })]);
    expect(lines()).toEqual(['All models ≥\u00a0$1.21', 'm about $1.21', 'n ?', 'Mar 12 Apr 10']);
    const rows = [...rendering.place.querySelectorAll('.day-bars')];
    expect(rows.map(barsOf)).toEqual([
      [
        [28, 100],
        [29, 0],
      ],
      [[28, 100]],
      [[29, 0]],
    ]);
  });

  it('count tokens if no cost is known', async () => {
    await show([on(41, { model: 'n' })]);
    expect(lines()[0]).toBe('n 1.23K tokens');
  });
});
