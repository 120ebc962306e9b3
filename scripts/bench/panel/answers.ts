import { MAX_TEXT_LENGTH } from '@/src/core/llm/answer-limits';

export interface LongAnswer {
  name: string;
  text: string;
}

/** Answers of the maximum length, each of which is expensive for another part of the panel. */
export function longAnswers(): LongAnswer[] {
  return [
    { name: 'prose', text: repeated('A *b* c d e f, g `h` i.\n\n') },
    {
      name: 'one table',
      text: `| model | state | why |\n|---|---|---|\n${repeated('| openai/gpt | hidden | by *-preview* |\n')}`,
    },
    {
      name: 'nested lists',
      text: repeated(Array.from({ length: 40 }, (_, level) => `${'  '.repeat(level)}- a\n`).join('')),
    },
    { name: 'brackets', text: repeated('[') },
    { name: 'one line', text: repeated('abcd ') },
    { name: 'code', text: `\`\`\`js\n${repeated('const a = { b: [1, 2, 3] }; // Grüße 世界\n')}` },
  ].map(({ name, text }) => ({ name, text: text.slice(0, MAX_TEXT_LENGTH) }));
}

function repeated(text: string): string {
  return text.repeat(Math.ceil(MAX_TEXT_LENGTH / text.length));
}
