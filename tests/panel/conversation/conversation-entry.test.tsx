// @document
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RenderEvent } from '@/src/panel/conversation/render-event';
import { sendCommand } from '@/src/panel/data/send-command';
import { markdownRenderer } from '@/src/panel/kit/markdown/markdown-renderer';
import { stubCommands } from '../stub-commands';
import { withRendering } from '../with-rendering';
import { ShownEntry } from './shown-conversation';

const page = withRendering();
const answer = (
  key: string,
  text: string,
  isStreaming = false,
  createdAtMs: number | null = null,
): RenderEvent => ({
  kind: 'answer',
  key,
  text,
  isStreaming,
  createdAtMs,
});

function Renderer({ text }: { text: string }) {
  if (text.includes('bad')) throw new RangeError('Maximum call stack size exceeded near "page text"');
  return <p>{text}</p>;
}

function show(...items: RenderEvent[]): void {
  page.render(items.map((item) => <ShownEntry key={item.key} item={item} />));
}

const paragraphs = () => page.shown.getAllByRole('paragraph').map(({ textContent }) => textContent);

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  stubCommands();
  vi.spyOn(markdownRenderer, 'get').mockReturnValue(Renderer);
});

it('an answer has its time as a tooltip once it is stored', () => {
  const createdAtMs = new Date(2026, 10, 20, 14, 32, 15).getTime();
  show(answer('a', 'Streaming', true), answer('b', 'Done.', false, createdAtMs));
  expect(paragraphs()).toEqual(['Streaming', 'Done.']);
  const withTooltip = page.shown.getAllByTitle(/./).map(({ textContent, title }) => [textContent, title]);
  expect(withTooltip).toEqual([['Done.', '14:32:15']]);
});

describe('an entry that fails to render', () => {
  it('is shown as plain text with a note, and other entries are not affected', () => {
    show(answer('a', 'before'), answer('b', '*bad*'), answer('c', 'after'));
    const note = 'Shown as plain text: this entry could not be displayed.';
    expect(paragraphs()).toEqual(['before', note, '*bad*', 'after']);
  });

  it('is logged once, without quoted text', () => {
    show(answer('b', '*bad*'));
    expect(vi.mocked(sendCommand).mock.calls).toEqual([
      [
        {
          type: 'log-panel-failure',
          place: 'entry',
          defect: 'RangeError: Maximum call stack size exceeded near "…"',
        },
      ],
    ]);
  });

  it('is rendered again only after streaming has ended', () => {
    show(answer('b', 'bad', true));
    show(answer('b', 'bad and more', true));
    expect(sendCommand).toHaveBeenCalledOnce();
    show(answer('b', 'good now', true));
    expect(page.shown.getByText(/^Shown as plain text/)).toBeDefined();
    show(answer('b', 'good now'));
    expect(paragraphs()).toEqual(['good now']);
  });
});
