import { expect, it } from 'vitest';
import { waitingText } from '@/src/panel/conversation/run-text';
import { wordsOf } from '@/src/texts/i18n';

it.each([
  [1, false, 'Waiting for the model…'],
  [2, false, 'Asking the model again (attempt 2)…'],
  [2, true, 'Retrying…'],
])(
  'the text for attempt %i at a request, with failed calls being corrected: %s, is %j',
  (attempt, isRetrying, text) => {
    expect(wordsOf(waitingText({ attempt }, isRetrying))).toBe(text);
  },
);
