import { expect, it } from 'vitest';
import { compileMessage } from '@/scripts/texts/compile-message';
import { PSEUDO_LANGUAGES, type PseudoLanguage, pseudoMessages } from '@/scripts/texts/pseudo';
import { createWording } from '@/src/core/text/wording';
import { readEnglishMessages } from '../../english-messages';

const shown = (text: string, values: Record<string, string | number>, language: PseudoLanguage) =>
  createWording(pseudoMessages({ a: compileMessage(text).message }, language), 'en', ['en']).text({
    id: 'a',
    values,
  });

it('lengthens a text by 40 %, with accents and brackets, and leaves its values as they are', () => {
  expect(shown('Delete the rule {name}', { name: 'abc' }, 'pseudo-long')).toBe(
    '[Đéłéťé ťħé řúłé abc ôňë ŧŵô]',
  );
  expect(shown('{n, plural, one {# rule} other {# rules}}', { n: 3 }, 'pseudo-long')).toBe('[3 řúłéš ôňë]');
  expect(shown('{name}', { name: 'abc' }, 'pseudo-long')).toBe('[abc]');
});

it('writes a text from right to left', () => {
  expect(shown('{n, plural, one {# rule} other {# rules}}', { n: 3 }, 'pseudo-rtl')).toMatch(/^3 [א-ת]{5}$/);
});

it('keeps all values of the catalogue, and the texts of the browser', () => {
  const english = readEnglishMessages();
  const names = (message: unknown) =>
    [...JSON.stringify(message).matchAll(/\["(\w+)"[\],]/g)].map(([, name]) => name);
  for (const language of PSEUDO_LANGUAGES) {
    const messages = pseudoMessages(english, language);
    expect(Object.keys(messages)).toEqual(Object.keys(english));
    for (const [key, message] of Object.entries(messages))
      expect(names(message)).toEqual(names(english[key]));
    expect(messages['manifest.description']).toBe(english['manifest.description']);
  }
});
