import { expect, it } from 'vitest';
import { longAnswers } from '@/scripts/bench/panel/answers';
import { MAX_TEXT_LENGTH } from '@/src/core/llm/answer-limits';

it.each(longAnswers())('$name is as long as an answer may be', ({ text }) => {
  expect(text).toHaveLength(MAX_TEXT_LENGTH);
});
