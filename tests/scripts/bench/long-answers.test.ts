import { expect, it } from 'vitest';
import { longAnswers } from '@/scripts/bench/panel/answers';
import { MAX_TEXT_LENGTH } from '@/src/core/llm/answer-limits';

it.each(longAnswers())('$name has the maximum length of an answer', ({ text }) => {
  expect(text).toHaveLength(MAX_TEXT_LENGTH);
});
