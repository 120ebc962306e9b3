import { expect, it } from 'vitest';
import { withoutSent } from '@/src/core/text/without-sent';

it.each([
  ['the text that was sent', 'Hide it', ''],
  ['white space around it', ' \nHide it\n', ''],
  ['more after it', 'Hide it\nand ', 'and '],
  ['a stored text before it', 'A draft\nHide it\n', 'A draft'],
  ['a stored text before it that begins alike', 'Hide it all\nHide it', 'Hide it all'],
  ['it in other places', 'Please Hide it, or not', 'Please Hide it, or not'],
  ['another text', ' Show it ', ' Show it '],
])('a composer’s text with %s: %j leaves %j', (_, text, left) => {
  expect(withoutSent(text, 'Hide it ')).toBe(left);
});
