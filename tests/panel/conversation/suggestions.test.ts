import { expect, it } from 'vitest';
import { suggestions } from '@/src/panel/conversation/suggestions';

it.each([
  [
    ['openai', '45 models', '7 hidden'],
    false,
    ['Block preview models', 'Which rules hide the 7 hidden models?', 'Summarize this page'],
  ],
  [
    ['openai', '45 models', '7 hidden'],
    true,
    ['What is not saved yet?', 'Block preview models', 'Which rules hide the 7 hidden models?'],
  ],
  [
    ['openai', '1,204 models', '0 hidden'],
    false,
    ['Block preview models', 'Which models are visible?', 'Summarize this page'],
  ],
  [['17 orders'], false, ['Summarize this page']],
  [[], true, ['What is not saved yet?', 'Summarize this page']],
])('for %j, unsaved %j', (facts, unsaved, expected) => {
  expect(suggestions({ title: 'Page', facts, unsaved })).toEqual(expected);
});
