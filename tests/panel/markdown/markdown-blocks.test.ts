import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownBlocks } from '@/src/panel/markdown/markdown-blocks';

describe('Markdown blocks', () => {
  it.each([
    ['paragraphs', 'a\n\nb\n\nc', ['a\n\n', 'b\n\n', 'c']],
    ['a fence with blank lines in it', '```\na\n\nb\n```\n\nc', ['```\na\n\nb\n```\n\n', 'c']],
    ['a fence that is still open', 'a\n\n~~~\nb\n\nc', ['a\n\n', '~~~\nb\n\nc']],
    ['a fence around a shorter fence', '````\n```\n\n````\n\nx', ['````\n```\n\n````\n\n', 'x']],
    ['inline code that looks like a fence', '```a``` b\n\nc', ['```a``` b\n\n', 'c']],
    ['a loose list', '- a\n\n- b\n\n  more\n\nc', ['- a\n\n- b\n\n  more\n\n', 'c']],
    ['a numbered list', '1. a\n\n2. b', ['1. a\n\n2. b']],
    ['definitions, which apply across blocks', '[a]\n\nb\n\n[a]: http://x', ['[a]\n\nb\n\n[a]: http://x']],
    ['nothing', '', []],
  ])('of %s', (_, text, blocks) => {
    expect(markdownBlocks(text)).toEqual(blocks);
  });

  const markdown = fc
    .array(fc.constantFrom('a', ' ', '\n', '\n\n', '```', '~~~', '- ', '1. ', '    ', '> ', '[x]: y', '\r\n'))
    .map((pieces) => pieces.join(''));

  it('joined equal the text', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(markdownBlocks(text).join('')).toBe(text);
      }),
    );
  });

  it('stay the same while text is appended, except the last', () => {
    const plain = markdown.filter((text) => !text.includes('[x]: y'));
    fc.assert(
      fc.property(plain, plain, (text, added) => {
        // Blocks are determined by complete lines.
        const before = markdownBlocks(`${text}\n`);
        const after = markdownBlocks(`${text}\n${added}`);
        expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
      }),
    );
  });
});
