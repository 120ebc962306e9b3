import { expect, it } from 'vitest';
import { isRequestFor, MAX_REQUEST_AGE_MS } from '@/src/messages/panel-request';

const request = { windowId: 1, atMs: 1_000, task: { kind: 'undo-last', tabId: 5 } };

it.each<[string, unknown, number, boolean]>([
  ['of this window', request, 1_000, true],
  ['of another window', { ...request, windowId: 2 }, 1_000, false],
  ['as old as one may be', request, 1_000 + MAX_REQUEST_AGE_MS, true],
  ['that is older', request, 1_001 + MAX_REQUEST_AGE_MS, false],
  ['without a time', { windowId: 1, task: request.task }, 1_000, false],
  ['without a task', { windowId: 1, atMs: 1_000 }, 1_000, false],
  ['that is none', 'show', 1_000, false],
  ['that is missing', undefined, 1_000, false],
])('a stored request %s', (_, stored, nowMs, expected) => {
  expect(isRequestFor(stored, 1, nowMs)).toBe(expected);
});
