import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectSources } from './project-sources';

/** Names of the elements that show a paragraph or are a field. */
const PARAGRAPHS = ['p', 'li', 'td', 'th', 'dd', 'summary', 'input', 'textarea'];

it('one rule of the panel lets the letters of each paragraph and field determine its direction', () => {
  const css = readFileSync('src/panel/kit/controls.css', 'utf8');
  const selector = /:is\(([^)]*)\) \{\s*unicode-bidi: plaintext;/.exec(css)?.[1]?.split(', ') ?? [];
  expect(PARAGRAPHS.filter((name) => !selector.includes(name))).toEqual([]);
});

it('no component sets a fixed direction, because texts from elsewhere have their own', () => {
  const fixed = [...projectSources(['src/panel'])].flatMap(([path, text]) =>
    [...text.matchAll(/\bdir=(?!"auto")\S+/g)].map(([found]) => `${path}: ${found}`),
  );
  expect(fixed).toEqual([]);
});
