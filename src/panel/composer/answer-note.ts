import { lazyComponent } from '../lazy/lazy-component';

/** The question that the text answers, above the text field. A chunk of its own: it reads Markdown. */
export const AnswerNote = lazyComponent(async () => (await import('./question-note')).QuestionNote);
