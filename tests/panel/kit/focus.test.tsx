// @document
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { Banner } from '@/src/panel/kit/errors/banner';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { TaskNote } from '@/src/panel/kit/progress/task-note';
import { CANCELLABLE_AFTER_MS, type RunningTask } from '@/src/panel/kit/progress/use-task';
import type { ErrorInfo } from '@/src/schema/error-info';
import { withFrameRendering } from '../with-rendering';

const rendering = withFrameRendering();
const ERROR: ErrorInfo = { code: 'busy', message: 'No.', remedy: 'Wait.', details: null };
const focusedName = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

/** An error in a sheet, with controls before and after it. */
function Sheet({ error, hasMore }: { error: ErrorInfo | null; hasMore: boolean }) {
  return (
    <dialog open>
      <button type="button">Close</button>
      <DismissibleError error={error} onDismiss={() => undefined} />
      {hasMore && (
        <>
          <button type="button" disabled>
            Save
          </button>
          <input aria-label="Search" />
        </>
      )}
    </dialog>
  );
}

it.each([
  ['the next control that can be used', true, 'Search'],
  ['the one before it if there is none', false, 'Close'],
])('an error that is dismissed in a sheet leaves the focus to %s', (_, hasMore, expected) => {
  rendering.render(<Sheet error={ERROR} hasMore={hasMore} />);
  rendering.button('Dismiss').focus();
  rendering.render(<Sheet error={null} hasMore={hasMore} />);
  expect(focusedName()).toBe(expected);
});

it('an error that goes while the focus is elsewhere leaves it there', () => {
  rendering.render(<Sheet error={ERROR} hasMore />);
  rendering.button('Close').focus();
  rendering.render(<Sheet error={null} hasMore />);
  expect(focusedName()).toBe('Close');
});

it.each([
  ['an error', <DismissibleError key="a" error={ERROR} onDismiss={() => undefined} />, 'Dismiss'],
  [
    'a banner',
    <Banner key="a" label="errors.endpoint.label" tone="failed" role="alert" onDismiss={() => undefined}>
      No.
    </Banner>,
    'Dismiss: Model endpoint',
  ],
])('%s that is dismissed in the panel leaves the focus to the message field', (_, shown, name) => {
  rendering.render(shown);
  rendering.button(name).focus();
  rendering.render(null);
  expect(document.activeElement).toBe(rendering.frame.message);
});

it('a task that is cancelled in a sheet leaves the focus to the next control', async () => {
  vi.useFakeTimers();
  const sheet = (task: RunningTask | null) => (
    <dialog open>
      <button type="button">Export</button>
      <TaskNote task={task} onCancel={() => undefined} />
      <button type="button">Clear</button>
    </dialog>
  );
  rendering.render(sheet({ label: 'Exporting', share: null, chats: null }));
  await act(async () => vi.advanceTimersByTimeAsync(CANCELLABLE_AFTER_MS));
  vi.useRealTimers();
  rendering.button('Cancel').focus();
  rendering.render(sheet(null));
  expect(focusedName()).toBe('Clear');
});
