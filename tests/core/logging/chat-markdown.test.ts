import { describe, expect, it } from 'vitest';
import { chatMarkdown } from '@/src/core/logging/chat-markdown';
import type { Message } from '@/src/core/records/message';
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

  it('leaves out what a rollback set aside', () => {
    expect(text).not.toContain('Never mind');
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

it('names the images of a message', () => {
  const [first] = MESSAGES;
  const messages = [{ ...first, images: [messageImage('a')] }] as Message[];
  expect(chatMarkdown({ title: 'T', page: null, messages }, 0)).toContain(
    '> Hide the previews\n\n*Image:* ` a.gif `',
  );
});
