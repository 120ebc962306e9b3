// @document
import { within } from '@testing-library/react/pure';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { QuestionCard } from '@/src/panel/conversation/question-card';
import type { Question } from '@/src/panel/conversation/render-event';
import { withFrameRendering } from '../with-rendering';

const rendering = withFrameRendering();
const OPEN: Question = {
  id: 'q',
  text: 'Which provider?',
  choices: ['openai', 'anthropic'],
  allowsOther: true,
  isOpen: true,
  answer: null,
};

function show(question: Question, isTaken = true) {
  const onAnswer = vi.fn(async (_questionId: string, _text: string) => isTaken);
  rendering.render(<QuestionCard question={question} onAnswer={onAnswer} />);
  return onAnswer;
}

it('ignores a second choice while the first is being sent', async () => {
  let settle: (isTaken: boolean) => void = () => undefined;
  const onAnswer = vi.fn(
    (_questionId: string, _text: string) => new Promise<boolean>((resolve) => (settle = resolve)),
  );
  rendering.render(<QuestionCard question={OPEN} onAnswer={onAnswer} />);
  await rendering.press('openai');
  const isRefusing = (name: string) => rendering.button(name).getAttribute('aria-disabled');
  expect(isRefusing('anthropic')).toBe('true');
  // It keeps the focus, for another try.
  expect(rendering.button('openai').disabled).toBe(false);
  await rendering.press('anthropic');
  expect(onAnswer).toHaveBeenCalledTimes(1);
  await act(async () => settle(false));
  expect(isRefusing('anthropic')).toBe('false');
});

it('sends the clicked choice, and ignores a second one while the question is still shown as open', async () => {
  const onAnswer = show(OPEN);
  expect(rendering.buttonNames()).toEqual(['openai', 'anthropic']);
  await rendering.press('openai');
  await rendering.press('anthropic');
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith('q', 'openai');
});

it('moves the focus from a choice to the message field once the question is answered', () => {
  show(OPEN);
  rendering.button('openai').focus();
  show({ ...OPEN, isOpen: false, answer: 'openai' });
  expect(document.activeElement).toBe(rendering.frame.message);
});

it('leaves the focus where the user has moved it before the question is answered', () => {
  show(OPEN);
  rendering.button('openai').focus();
  const elsewhere = rendering.place.appendChild(document.createElement('button'));
  elsewhere.focus();
  show({ ...OPEN, isOpen: false, answer: 'openai' });
  expect(document.activeElement).toBe(elsewhere);
});

it.each([
  [OPEN, 'Choose one, or write another answer below.'],
  [{ ...OPEN, allowsOther: false }, 'Choose one of these.'],
  [{ ...OPEN, choices: [] }, 'Write your answer below.'],
])('explains how to answer: %j', (question, hint) => {
  show(question);
  expect(rendering.shown.getByText(hint)).toBeDefined();
});

it('marks the chosen one among the choices of an answered question', () => {
  show({ ...OPEN, isOpen: false, answer: 'anthropic' });
  expect(rendering.buttonNames()).toEqual([]);
  const choices = rendering.shown
    .getAllByRole('listitem')
    .map((choice) => [choice.textContent, within(choice).queryByLabelText('Chosen') !== null]);
  expect(choices).toEqual([
    ['openai', false],
    ['anthropic', true],
  ]);
});
