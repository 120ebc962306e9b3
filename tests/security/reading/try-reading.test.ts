import { expect, it } from 'vitest';
import { tryReading } from './try-reading';

it.each([
  ['hidden text', 'Element.prototype.checkVisibility = undefined', /no opacity in a [^:]+: sent/],
  [
    'inputs’ text in labels',
    // As if a label were its whole text.
    `const read = window.stewardRead; window.stewardRead = () => {
      const page = read();
      for (const label of document.querySelectorAll('label')) page.sections[0].text.push(label.textContent);
      return page;
    }`,
    /a text area in its label: sent/,
  ],
])(
  'reports a reader that reads %s',
  async (_, fault, found) => {
    const { failures } = await tryReading({ runs: 120, seed: 6 }, { fault });
    expect(failures.map(({ message }) => message).join('\n')).toMatch(found);
  },
  120_000,
);
