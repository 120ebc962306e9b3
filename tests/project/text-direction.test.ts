import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectSources } from './project-sources';

/** Elements that show a text of the panel as a paragraph, and fields. */
const PARAGRAPHS = ['p', 'li', 'td', 'th', 'dd', 'summary', 'input', 'textarea'];

it('gives each paragraph and each field the direction of its own letters, by one rule for the whole panel', () => {
  const css = readFileSync('src/panel/kit/controls.css', 'utf8');
  const selector = /:is\(([^)]*)\) \{\s*unicode-bidi: plaintext;/.exec(css)?.[1]?.split(', ') ?? [];
  expect(PARAGRAPHS.filter((name) => !selector.includes(name))).toEqual([]);
});

it('sets no direction in a component: a text from outside takes its own', () => {
  const fixed = [...projectSources(['src/panel'])].flatMap(([path, text]) =>
    [...text.matchAll(/\bdir=(?!"auto")\S+/g)].map(([found]) => `${path}: ${found}`),
  );
  expect(fixed).toEqual([]);
});
