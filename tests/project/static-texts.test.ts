// @document
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

/** The texts of the static HTML, in its order: those that the scripts show in their place, so that nothing changes on start. */
const PAGES: readonly (readonly [page: string, keys: readonly TextKey[]])[] = [
  [
    'sidepanel',
    [
      'header.model.label',
      'header.model.empty.loading',
      'header.page.reading',
      'composer.field.label',
      'composer.field.placeholder',
      'composer.field.send',
    ],
  ],
  ['voice', ['composer.microphone.title']],
  ['options', ['settings.page.title']],
  ['welcome', ['welcome.title']],
];

const SHOWN_ATTRIBUTES = ['aria-label', 'placeholder', 'title', 'alt'];

/** In every language. */
const NAME = 'Steward';

it.each(PAGES)('the static HTML of %s has the texts of the catalogue', async (page, keys) => {
  const html = await readFile(`entrypoints/${page}/index.html`, 'utf8');
  const texts = textsOf(new DOMParser().parseFromString(html, 'text/html').documentElement);
  expect(texts.filter((text) => text !== NAME)).toEqual(keys.map((key) => t(key)));
});

function textsOf(element: Element): string[] {
  const shown = SHOWN_ATTRIBUTES.map((name) => element.getAttribute(name) ?? '');
  const inside = [...element.childNodes].flatMap((node) => {
    if (node instanceof Element) return textsOf(node);
    return node instanceof Text ? [(node.textContent ?? '').trim()] : [];
  });
  return [...shown, ...inside].filter((text) => text !== '');
}
