import { describe, expect, it } from 'vitest';
import { newestItems } from '@/src/panel/conversation/newest-items';
import type { RenderEvent } from '@/src/panel/conversation/render-event';

const answers = (count: number, length: number): RenderEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'answer',
    key: String(index),
    text: 'x'.repeat(length),
    isStreaming: false,
  }));

describe('the items shown of a long conversation', () => {
  it.each([
    ['none', 0, 10, 1, 0],
    ['few short ones', 20, 10, 1, 20],
    ['many short ones', 200, 10, 1, 60],
    ['many short ones, two pages', 200, 10, 2, 120],
    ['long ones', 20, 25_000, 1, 3],
    ['long ones, two pages', 20, 25_000, 2, 5],
    ['5 MB each', 20, 5_000_000, 1, 1],
    ['5 MB each, one look back', 20, 5_000_000, 2, 2],
  ])('of %s are the newest within the limits', (_, count, length, pages, shown) => {
    const items = answers(count, length);
    expect(newestItems(items, pages)).toEqual(shown === 0 ? [] : items.slice(-shown));
  });
});
