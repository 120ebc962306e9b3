import { expect, it } from 'vitest';
import { explainedWarningProblems } from '@/scripts/explained-warnings.mjs';

const DOCUMENT = `
| code | file | number | what it is |
| --- | --- | --- | --- |
| \`DANGEROUS_EVAL\` | \`background.js\` | 1 | a probe |
| \`UNSAFE\` | \`chunks/panel-*.js\` | 2 | the renderer |
`;
const PROBE = { code: 'DANGEROUS_EVAL', file: 'background.js' };
const RENDERER = { code: 'UNSAFE', file: 'chunks/panel-B-mYTnIh.js' };

it.each([
  ['as many as are explained', [PROBE, RENDERER, RENDERER], []],
  [
    'one more of a kind that is explained',
    [PROBE, RENDERER, RENDERER, RENDERER],
    ['UNSAFE in chunks/panel-*.js: 3 found, 2 explained'],
  ],
  [
    'one in another file',
    [PROBE, RENDERER, RENDERER, { code: 'UNSAFE', file: 'chunks/chat-C_Ycw49v.js' }],
    ['UNSAFE in chunks/chat-*.js: 1 found, 0 explained'],
  ],
  [
    'fewer than are explained',
    [RENDERER, RENDERER],
    ['DANGEROUS_EVAL in background.js: 0 found, 1 explained'],
  ],
])('warnings of the linter, %s, are compared with the document', (_, warnings, problems) => {
  expect(explainedWarningProblems(warnings, DOCUMENT)).toEqual(problems);
});
