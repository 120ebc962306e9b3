import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textModules } from '../texts/build-texts';
import { checkLanguage } from '../texts/check-language';
import type { CheckoutWithAdapter } from './checkout-with';

/** The types of all texts, which this checkout's sources import as `#texts`. */
const TYPES = 'texts/index.ts';

/**
 * Returns the problems of the adapter's texts, a line for each. If there are none, adds the texts to the types of this checkout, so
 * that the adapter's sources can be compiled; the next build of the checkout takes them out.
 */
export function checkTexts({ folder, id }: CheckoutWithAdapter): string[] {
  const languages = readdirSync(join(folder, 'src', 'adapters', id)).flatMap(
    (name) => /^texts\.([\w-]+)\.yml$/.exec(name)?.[1] ?? [],
  );
  const problems = languages.flatMap((language) =>
    checkLanguage(folder, language)
      .problems.filter((problem) => problem.startsWith(`${id}.`))
      .map((problem) => `texts.${language}.yml: ${problem}`),
  );
  if (problems.length > 0) return problems;
  for (const { path, text } of textModules(folder)) {
    if (path === TYPES) writeFileSync(join('.wxt', path), text);
  }
  return [];
}
