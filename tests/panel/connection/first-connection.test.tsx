// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageStatus } from '@/src/messages/commands';
import { FirstConnection } from '@/src/panel/connection/first-connection';
import { PAGE_STORIES } from '../stories/page-stories';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const show = (page: PageStatus | null) =>
  act(async () =>
    rendering.render(
      <FirstConnection
        page={page}
        view={null}
        onChangePolicy={() => undefined}
        connections={[]}
        proposal={null}
        loadModels={async () => null}
        onConnected={() => undefined}
      />,
    ),
  );
const isShown = () => rendering.place.querySelector('form') !== null;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('the first screen waits until it is known what is above its form, so that the form doesn’t move', async () => {
  await show(null);
  expect(isShown()).toBe(false);
  await show(PAGE_STORIES.unknown);
  expect(isShown()).toBe(true);
  // The user may be typing in it.
  await show(PAGE_STORIES.connected);
  expect(isShown()).toBe(true);
});

it.each([
  ['the page', null],
  ['the chat', PAGE_STORIES.connected],
])('the first screen waits a second for %s at most', async (_, page) => {
  await show(page);
  await pass(999);
  expect(isShown()).toBe(false);
  await pass(1);
  expect(isShown()).toBe(true);
});
