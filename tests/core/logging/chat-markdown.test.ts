import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { chatMarkdown } from '@/src/core/logging/chat-markdown';
import type { Message } from '@/src/schema/message';
import { messageImage } from '../../fakes/an-image';
import { MESSAGES } from '../../fakes/copied-chat';

describe('a chat as Markdown', () => {
  const text = chatMarkdown(
    { title: 'Hide `previews`', page: 'Model filter at here', messages: MESSAGES },
    0,
  );

  it('has title, page, and the conversation in order with calls and results', () => {
    expect(text).toMatchInlineSnapshot(`
      "# \`\` Hide \`previews\` \`\`

      About \` Model filter at here \`. Exported 1970-01-01T00:00:00.000Z.

      ## You · 1970-01-01T00:00:00.000Z

      > Hide the previews

      ## Assistant, \` gpt \` · 1970-01-01T00:00:00.001Z

      Call of \` add_rule \`, succeeded:

      \`\`\`json
      {}
      \`\`\`

      \`\`\`text
      Done.
      \`\`\`

      Call of \` add_rule \`, succeeded:

      \`\`\`json
      {}
      \`\`\`

      \`\`\`text
      Done.
      \`\`\`

      ## Assistant, \` gpt \` · 1970-01-01T00:00:00.004Z

      > They are hidden.

      *Rolled back or undone:* \` Before add_rule \`

      ## Summary of everything before · 1970-01-01T00:00:00.007Z

      > Previews are hidden.

      ## You · 1970-01-01T00:00:00.009Z

      > And the audio ones

      ## Event from \` Shop \` · 1970-01-01T00:00:00.010Z

      \`\`\`text
      How many?
      \`\`\`
      "
    `);
  });

  it('keeps headings and fences of a message inside its quotation', () => {
    const [first] = MESSAGES;
    if (first?.role !== 'user') throw new Error('The first message is the user’s.');
    const content = '# Mine\n```\nopen\r\nnext';
    const quoted = chatMarkdown({ title: 't', page: null, messages: [{ ...first, content }] }, 0);
    expect(quoted).toContain('> # Mine\n> ```\n> open\n> next\n');
    expect(quoted.match(/^#/gm)).toHaveLength(2);
  });
});

it('marks an answer that broke off', () => {
  const answer = MESSAGES.find(({ role }) => role === 'assistant');
  const half = { ...answer, role: 'partial-answer', content: 'They are' } as Message;
  expect(chatMarkdown({ title: 'T', page: null, messages: [half] }, 0)).toContain(
    '## Assistant, ` gpt `, broke off · 1970-01-01T00:00:00.001Z\n\n> They are\n',
  );
});

it('names the images of a message', () => {
  const [first] = MESSAGES;
  const messages = [{ ...first, images: [messageImage('a')] }] as Message[];
  expect(chatMarkdown({ title: 'T', page: null, messages }, 0)).toContain(
    '> Hide the previews\n\n*Image:* ` a.gif `',
  );
});

describe('the words of a message', () => {
  const [first] = MESSAGES;
  if (first?.role !== 'user') throw new Error('The first message is the user’s.');
  const exported = (content: string) =>
    chatMarkdown({ title: 't', page: null, messages: [{ ...first, content }] }, 0);

  /** Parts that a viewer would load or follow: images, HTML, and links by any other scheme than those of the web. */
  function live(markdown: string): string[] {
    const found: string[] = [];
    const walk = ({ type, url = '', children = [] }: MarkdownNode) => {
      if (/^(?:image|imageReference|html)$/.test(type)) found.push(type);
      if (/^(?:link|definition)$/.test(type) && !/^(?:https?|mailto):/i.test(url)) found.push(url);
      children.forEach(walk);
    };
    const components = { remarkPlugins: [remarkGfm, () => walk], children: markdown };
    renderToStaticMarkup(createElement(Markdown, components));
    return found;
  }

  it.each([
    ['an image', '![](https://evil.test/?d=1)'],
    ['an image behind a backslash', '\\![](https://evil.test/?d=1)'],
    ['an image with a line break', '![a\nb](\nhttps://evil.test/)'],
    ['an image by reference', '![a][b]\n\n[b]: https://evil.test/'],
    ['an image in a link', '[![a](https://evil.test/)](https://ok.test/)'],
    ['HTML', 'a <img src="https://evil.test/"> b'],
    ['a block of HTML', '<iframe\nsrc="https://evil.test/">'],
    ['a script as a link', '[a](javascript:alert(1))'],
    ['a script in brackets', '[a](<javascript:alert(1)>)'],
    ['a script spelled with an entity', '[a](java&#115;cript&colon;alert(1))'],
    ['a script by reference', '[a][b]\n\n[b]: javascript:alert(1)'],
    ['a script in an autolink', '<javascript:alert(1)>'],
    ['an image behind a link with a backtick', '[a](x`)![](https://evil.test/)`'],
    ['an image behind a fence that its list ends', '- a\n  ```\n![](https://evil.test/)\n```'],
    ['an image behind a fence in a fence', '- ~~~\n  ```\n  ~~~\n  ![](https://evil.test/)\n  ```'],
    ['an image behind a fence that is text', 'a ```\n    ```\n    ![](https://evil.test/)\n    ```'],
  ])('load and follow nothing: %s', (_, content) => {
    expect(live(exported(content))).toEqual([]);
  });

  it('load and follow nothing, however it is nested', () => {
    const pieces = [
      '![',
      '](',
      ')',
      '[',
      ']',
      ']: ',
      '<img src=x>',
      '<!--',
      'javascript:x',
      '`',
      '```',
      '~~~',
    ];
    const spaces = [
      '\n',
      '\r\n',
      '\n\n',
      ' ',
      '    ',
      '\t',
      '- ',
      '1. ',
      '> ',
      '\\',
      '"',
      'a',
      'https://a.test/',
    ];
    const content = fc.array(fc.constantFrom(...pieces, ...spaces), { maxLength: 24 });
    fc.assert(
      fc.property(content, (parts) => {
        expect(live(exported(parts.join('')))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['code', '```html\n<img src="x"> ![](y)\n```'],
    ['code in a list', '1. a\n\n   ```\n   <b>\n\n     ![](y)\n   ```\n\n2. b'],
    ['a link', 'See [the docs](https://docs.test/a_(b)) or [write](mailto:a@b.test).'],
    ['marks', '**a** `b[0]` ~~c~~ 1 < 2\n\n| a | b |\n| --- | --- |\n| 1 | 2 |'],
  ])('stay as they are: %s', (_, content) => {
    const lines = content.split('\n').map((line) => (line === '' ? '>' : `> ${line}`));
    expect(exported(content)).toContain(lines.join('\n'));
  });

  it('are legible where they would be loaded', () => {
    expect(exported('![a](https://b.test/) and `Map<string>`')).toContain(
      '> !\\[a](https://b.test/) and \\`Map&lt;string>\\`\n',
    );
  });
});

interface MarkdownNode {
  type: string;
  url?: string;
  children?: MarkdownNode[];
}
