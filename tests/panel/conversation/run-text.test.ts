import { expect, it } from 'vitest';
import { waitingText } from '@/src/panel/conversation/run-text';

it.each([
  [{ invalidCalls: 0, attempt: 1 }, 'Waiting for the model…'],
  [{ invalidCalls: 1, attempt: 1 }, 'Waiting for the model…'],
  [{ invalidCalls: 0, attempt: 2 }, 'Asking the model again (attempt 2)…'],
  [{ invalidCalls: 2, attempt: 1 }, 'Retrying…'],
])('for %j shows %j', (run, text) => {
  expect(waitingText(run)).toBe(text);
});
