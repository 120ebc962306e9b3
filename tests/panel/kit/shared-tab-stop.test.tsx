// @document
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { sharesTabStop } from '@/src/panel/kit/shared-tab-stop';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

function Message({ hasField, isUnfolded }: { hasField: boolean; isUnfolded: boolean }) {
  return (
    <>
      <div ref={sharesTabStop}>
        <a href="#docs">Docs</a>
        <button type="button">Edit</button>
        {isUnfolded && <button type="button">unfolded</button>}
        <button type="button" disabled>
          off
        </button>
        <button type="button">Copy</button>
        {hasField && <input aria-label="field" />}
      </div>
      <button type="button">after</button>
    </>
  );
}

/** Waits for the observer of changes. */
const settled = () => act(async () => undefined);
const focused = () => document.activeElement?.textContent;
beforeEach(() => {
  rendering.render(<Message hasField={false} isUnfolded={false} />);
});

it('Tab passes the buttons and links of a message with one press', async () => {
  await rendering.user.tab();
  expect(focused()).toBe('Docs');
  await rendering.user.tab();
  expect(focused()).toBe('after');
});

it.each([
  ['to the next', '{ArrowRight}', 'Edit'],
  ['on, past what is disabled', '{ArrowRight}{ArrowRight}', 'Copy'],
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
  rendering.render(<Message hasField={false} isUnfolded />);
  await settled();
  await rendering.user.tab();
  await rendering.user.keyboard('{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('unfolded');
  rendering.render(<Message hasField={false} isUnfolded={false} />);
  await settled();
  await act(async () => rendering.shown.getByText('after').focus());
  await rendering.user.tab({ shift: true });
  expect(focused()).toBe('Docs');
});

it('a message with a field keeps all its tab stops, since the arrow keys move within the field', async () => {
  rendering.render(<Message hasField isUnfolded={false} />);
  await settled();
  for (const text of ['Docs', 'Edit', 'Copy', '', 'after']) {
    await rendering.user.tab();
    expect(focused()).toBe(text);
  }
});
