// @document
import { within } from '@testing-library/react/pure';
import { expect, it } from 'vitest';
import { UserMessageRow } from '@/src/panel/conversation/user-message';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

it('a message marks the parts that it mentions, and shows what was sent of them', async () => {
  const show = (parts: { mention: string; text: string | null }[]) =>
    rendering.render(
      <UserMessageRow
        message={{ content: 'Is @rule:*a the same as @rule:*ab?', createdAtMs: 0, changes: [], parts }}
      />,
    );
  show([]);
  expect(rendering.shown.queryByRole('strong')).toBeNull();
  // The parts are read once the message is shown.
  show([
    { mention: '@rule:*a', text: 'number 1' },
    { mention: '@rule:*ab', text: null },
  ]);
  const marked = rendering.shown.getAllByRole('strong').map(({ textContent }) => textContent);
  expect(marked).toEqual(['@rule:*a', '@rule:*ab']);
  const sent = await rendering.shown.findByRole('group');
  expect(within(sent).getByText('1 part of the page went with it')).toBeDefined();
  expect(within(sent).getByRole('paragraph').textContent).toBe('@rule:*a\nnumber 1');
  expect(rendering.shown.getByText('Not on the page when the message was sent: @rule:*ab')).toBeDefined();
});
