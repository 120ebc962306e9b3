import { expect, it } from 'vitest';
import { waitingText } from '@/src/panel/conversation/run-text';

it.each([
  [1, false, 'Waiting for the model…'],
  [2, false, 'Asking the model again (attempt 2)…'],
  [2, true, 'Retrying…'],
])('for a run’s attempt %i, with a retry: %s, shows %j', (attempt, isRetrying, text) => {
  expect(waitingText({ attempt }, isRetrying)).toBe(text);
});
