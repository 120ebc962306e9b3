/** A long answer to be streamed. */
export interface StreamedAnswer {
  name: string;
  text: string;
}

/** Length of an answer: 20,000 tokens of four characters. */
const CHARS = 80_000;

const PROSE = [
  'The provider **openai** has 49 models, and ten of them are hidden by `*-preview*`. A rule applies to the name after ',
  'the slash, so *o1-preview* is hidden too. Nothing is saved yet; clients still get all of them.\n\n',
  '- `gpt-4o` is visible.\n- `gpt-4o-audio-preview` is hidden by the first rule.\n\n',
].join('');

/** Answers of 20,000 tokens, one for each kind of content. */
export function streamedAnswers(): StreamedAnswer[] {
  const row = (number: number) => `| openai/model-${number} | hidden | by *-preview* |\n`;
  const rows = Array.from({ length: 2_000 }, (_, number) => row(number)).join('');
  return [
    { name: 'prose', text: PROSE.repeat(Math.ceil(CHARS / PROSE.length)).slice(0, CHARS) },
    { name: 'a table of 2,000 rows', text: `| model | state | why |\n|---|---|---|\n${rows}` },
    {
      name: 'one block of code',
      text: `\`\`\`js\n${'const a = { b: [1, 2, 3] }; // what it is\n'.repeat(1_950)}`,
    },
  ];
}

/** Splits a text into pieces of this length; the last piece may be shorter. */
export function batchesOf(text: string, chars: number): string[] {
  return Array.from({ length: Math.ceil(text.length / chars) }, (_, index) =>
    text.slice(index * chars, (index + 1) * chars),
  );
}
