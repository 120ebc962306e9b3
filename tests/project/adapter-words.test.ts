import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readProse } from './prose';

/** Code that serves every adapter, so that its texts must fit every page. */
const SHARED = [
  'src/core',
  'src/panel',
  'src/background',
  'src/messages',
  'src/store',
  'entrypoints',
  'locales',
];

/** Words of the model-filter page, whose texts are in its adapter. Comments may use them in examples. */
const ADAPTER_WORDS =
  /\bsaved file\b|\bmodel filter\b|\b(unsaved|saved|ignore|whitelist) rules?\b|\bwhitelist\b|\bhidden models?\b|\b(the|proxy’s) clients\b/i;

function textsOf(path: string): string[] {
  return readProse(path, readFileSync(path, 'utf8')).flatMap(({ kind, text }) =>
    kind === 'string' ? [text] : [],
  );
}

const paths = SHARED.flatMap((place) =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|yml)$/.test(name))
    .map((name) => join(place, name)),
);

it('finds such words in the texts of the adapter itself', () => {
  const texts = textsOf('src/adapters/model-filter/texts.en.yml');
  expect(texts.filter((text) => ADAPTER_WORDS.test(text)).length).toBeGreaterThan(2);
});

it('no text of core, panel or background has words of one adapter', () => {
  expect(paths.length).toBeGreaterThan(300);
  const found = paths.flatMap((path) =>
    textsOf(path)
      .filter((text) => ADAPTER_WORDS.test(text))
      .map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});
