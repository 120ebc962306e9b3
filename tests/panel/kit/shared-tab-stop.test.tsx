// @document
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { sharesTabStop } from '@/src/panel/kit/shared-tab-stop';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

function Message({ field = false }: { field?: boolean }) {
  return (
    <>
      <div ref={sharesTabStop}>
        <a href="#docs">Docs</a>
        <details>
          <summary>more</summary>
          <button type="button">folded</button>
        </details>
        <button type="button" disabled>
          off
        </button>
        <button type="button">Copy</button>
        {field && <input aria-label="field" />}
      </div>
      <button type="button">after</button>
    </>
  );
}

const focused = () => document.activeElement?.textContent;
beforeEach(() => {
  rendering.render(<Message />);
});

it('Tab passes the buttons and links of a message with one press', async () => {
  await rendering.user.tab();
  expect(focused()).toBe('Docs');
  await rendering.user.tab();
  expect(focused()).toBe('after');
});

it.each([
  ['to the next', '{ArrowRight}', 'more'],
  ['on, past what is folded or disabled', '{ArrowRight}{ArrowRight}', 'Copy'],
  ['from the last to the first', '{ArrowRight}{ArrowRight}{ArrowRight}', 'Docs'],
  ['back', '{ArrowLeft}', 'Copy'],
  ['nowhere with another key held', '{Control>}{ArrowRight}{/Control}', 'Docs'],
])('an arrow key moves %s', async (_, keys, text) => {
  await rendering.user.tab();
  await rendering.user.keyboard(keys);
  expect(focused()).toBe(text);
});

it('Shift+Tab returns to the control that had the focus last', async () => {
  await rendering.user.tab();
  await rendering.user.keyboard('{ArrowLeft}');
  await rendering.user.tab();
  expect(focused()).toBe('after');
  await rendering.user.tab({ shift: true });
  expect(focused()).toBe('Copy');
});

it('what is unfolded is reached, and a control that is gone passes the stop on', async () => {
  const [details] = document.getElementsByTagName('details');
  await act(async () => details?.toggleAttribute('open'));
  await rendering.user.tab();
  await rendering.user.keyboard('{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('folded');
  await act(async () => details?.toggleAttribute('open'));
  rendering.shown.getByText('after').focus();
  await rendering.user.tab({ shift: true });
  expect(focused()).toBe('Docs');
});

it('a message with a field keeps all its tab stops, since the arrow keys move within the field', async () => {
  rendering.render(<Message field />);
  await act(async () => undefined);
  for (const text of ['Docs', 'more', 'Copy', '', 'after']) {
    await rendering.user.tab();
    expect(focused()).toBe(text);
  }
});
