import { expect, it } from 'vitest';
import { plainText } from '@/src/panel/kit/text/plain-text';

it.each([
  ['bold', '**Which** one?', 'Which one?'],
  ['single marks', '*a* **b** _c_', '*a* b _c_'],
  ['struck text', '~~gone~~ a~~b', 'gone a~~b'],
  ['code with marks', '`openai/**` and `**/mini`', 'openai/** and **/mini'],
  ['bold code with marks', '**`openai/**`**', 'openai/**'],
  ['code with a backtick', '`` a`b ``', ' a`b '],
  ['code over a line break', '`a\n**b**` **c**', 'a\n**b** c'],
  ['backticks in two paragraphs', 'a ` b\n\n**c** ` d', 'a ` b\n\nc ` d'],
  ['patterns outside of code', 'openai/** and **/mini', 'openai/** and **/mini'],
  ['stars between spaces', '2 * 3 * 4, * and *', '2 * 3 * 4, * and *'],
  ['a link', '[the **docs**](https://a.b/c)', 'the docs'],
  ['a link that can’t be opened', '[45](-mini)', '[45](-mini)'],
  ['an image', '![a **b**](https://a.b/c.png)', '[image: a **b**] https://a.b/c.png'],
  ['an image without a complete address', 'gpt![45](-mini)*', 'gpt![45](-mini)*'],
  ['marks of another kind between two', '**a _b** c_', 'a _b c_'],
  ['an item', '* **one**\n* two', '* one\n* two'],
  ['characters that it uses itself', '\ue0005\ue001', '\ue0005\ue001'],
])('shows %s', (_, markdown, text) => {
  expect(plainText(markdown)).toBe(text);
});
