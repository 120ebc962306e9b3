const SECTIONS = ['Coverage', 'Prices', 'Latency', 'Limits', 'Rules', 'Next steps'];

/** The last line of {@link LONG_ANSWER}. */
export const LAST_LINE = 'Nothing was changed so far.';

/** A long answer as models write it: about 4,500 characters with headings, lists, a table and code. */
export const LONG_ANSWER = [
  ...SECTIONS.map((name, index) =>
    [
      `## ${index + 1}. ${name}`,
      `The page lists **400 models** of one provider. ${'Most of them are variants of a few families, with another context or another price. '.repeat(3)}`,
      '- `openai/*` is offered as a whole, with *three* exceptions.\n- `google/*` is hidden by a rule that was added last week.\n- Everything else is offered by default.',
      index % 2 === 0
        ? '| family | models | offered |\n| --- | ---: | :---: |\n| gpt | 48 | yes |\n| gemini | 31 | no |\n| claude | 22 | yes |'
        : '```json\n{\n  "ignore": ["google/*"],\n  "whitelist": ["google/gemini-pro"],\n  "provider": "openrouter"\n}\n```',
    ].join('\n\n'),
  ),
  LAST_LINE,
].join('\n\n');
