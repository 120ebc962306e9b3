// @document
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { BLOCK_LIMITS, STREAMING_BLOCK_LIMITS } from '@/src/panel/kit/markdown/markdown-limits';
import { markdownRenderer } from '@/src/panel/kit/markdown/markdown-renderer';
import { MarkdownText } from '@/src/panel/kit/markdown/markdown-text';
import { withRendering } from '../../with-rendering';

const page = withRendering();

beforeAll(() => markdownRenderer.load());

/** Prefixes that could hide markers from the nesting count, but not from the parser. */
const HIDERS = [
  ['behind a carriage return, which ends a line in Markdown', 'x\r'],
  ['behind a byte order mark, which the parser drops', '\ufeff'],
  ['in a footnote', 'See [^a].\n\n[^a]: '],
  ['in a footnote of a quote', 'See [^a].\n\n> [^a]: '],
  ['in an item', '- '],
] as const;
const MARKERS = [
  ['quotes', '> '.repeat(2_900)],
  ['numbered items', '1. '.repeat(1_900)],
  ['footnotes', '[^a]: '.repeat(900)],
] as const;

describe.each(HIDERS)('nesting %s', (_, hider) => {
  it.each(MARKERS)('of %s is plain text', (_, markers) => {
    page.render(<MarkdownText text={`${hider}${markers}the end`} isStreaming={false} />);
    expect(page.depth()).toBeLessThan(12);
    expect(page.place.textContent).toContain(markers.slice(0, 30));
  });
});

it('items nested by indentation inside a quote are plain text', () => {
  const lines = Array.from({ length: 100 }, (_, level) => `> ${'  '.repeat(level)}- a\n`);
  page.render(<MarkdownText text={lines.join('')} isStreaming={false} />);
  expect(page.place.querySelector('li')).toBeNull();
});

it.each([
  ['a finished block', false, BLOCK_LIMITS],
  ['a block that streams', true, STREAMING_BLOCK_LIMITS],
])('%s within the nesting limit, with too many markers, is plain text', (_, isStreaming, limits) => {
  const lines = `${'- '.repeat(15)}a\n`.repeat(1 + Math.floor(limits.markers / 15));
  page.render(<MarkdownText text={lines} isStreaming={isStreaming} />);
  expect(page.place.querySelector('li')).toBeNull();
  expect(page.place.textContent).toContain(lines.slice(0, 30));
});

/** Levels of elements for one level of Markdown: a list with its item. */
const ELEMENTS_PER_LEVEL = 2;
/** Other levels of elements: the frame, a paragraph, and around footnotes a section with its list. */
const OWN_LEVELS = 8;

it('generated nestings with any prefix stay within the limits on levels and elements, and don’t throw', () => {
  const marker = fc.constantFrom('> ', '>', '- ', '* ', '1. ', '7) ', '[^a]: ', '[^b]:', '  ', '\t', '    ');
  const start = fc.constantFrom('', 'x\r', '\ufeff', 'a\r\n', '\r', '[^a]: ', '  ', '- [ ] ', '\ufeff\ufeff');
  const line = fc
    .tuple(
      start,
      fc.array(marker, { minLength: 1, maxLength: 6 }),
      fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 400 })),
      fc.constantFrom('a', '', '[^a]', '# a', '```'),
    )
    .map(([first, markers, times, end]) => first + markers.join('').repeat(times) + end);
  const text = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 20 }))
    .map(([lines, times]) => `${lines.join('\n')}\n`.repeat(times).slice(0, BLOCK_LIMITS.chars));
  fc.assert(
    fc.property(text, fc.boolean(), (shown, isStreaming) => {
      page.render(<MarkdownText text={shown} isStreaming={isStreaming} />);
      expect(page.depth()).toBeLessThanOrEqual(BLOCK_LIMITS.nesting * ELEMENTS_PER_LEVEL + OWN_LEVELS);
      // A list, an item and a paragraph for each marker, and a link back for each reference.
      expect(page.place.querySelectorAll('*').length).toBeLessThan(4 * BLOCK_LIMITS.markers);
    }),
    { numRuns: 80 },
  );
});
