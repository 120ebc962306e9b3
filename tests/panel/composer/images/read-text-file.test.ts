import { describe, expect, it } from 'vitest';
import { readTextFile } from '@/src/panel/composer/images/read-text-file';
import { inWords } from '../../in-words';

const fileOf = (content: string | readonly number[], name = 'prices.csv') =>
  new File([typeof content === 'string' ? content : Uint8Array.from(content)], name);
const bytesOf = (text: string, bytesPerUnit: (unit: number) => number[]) =>
  [...text].flatMap((character) => bytesPerUnit(character.charCodeAt(0)));
const littleEndian = (text: string) => bytesOf(text, (unit) => [unit & 0xff, unit >> 8]);

describe('the text of a file', () => {
  it.each<[string, string | number[], string]>([
    ['a table', 'model,price\ngpt-4o,2.50\n', 'model,price\ngpt-4o,2.50\n'],
    ['an empty first cell', '\tprice\ngpt-4o\t2.50', '\tprice\ngpt-4o\t2.50'],
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
    ['lines that end as on Windows, or as on old Macs', 'a\r\nb\rc', 'a\nb\nc'],
    ['characters that end a line elsewhere', 'a\u2028b\u2029c\u0085d\ve\ff', 'a\nb\nc\nd\ne\nf'],
    ['invisible characters', 'gpt\u200b-4o\u202e\u{e0041}', 'gpt-4o'],
    ['emoji and joined letters', '👩‍💻 می‌خواهم', '👩‍💻 می‌خواهم'],
    [
      'a key',
      'API_KEY=sk-proj-abcdefghijklmnop1234567890\nmodel=gpt-4o',
      'API_KEY=[key removed]\nmodel=gpt-4o',
    ],
    [
      'a key that invisible characters split',
      'x sk-proj-abcdefgh\u200bijklmnop1234567890',
      'x [key removed]',
    ],
    ['a header', 'Authorization: Bearer abc123def456ghi', 'Authorization: [key removed]'],
    ['letters of twelve scripts', 'Жλ漢かカ한عאअไძՀ', 'Жλ漢かカ한عאअไძՀ'],
    ['colours of a terminal', '\u001b[31mred\u001b[0m', '\u001b[31mred\u001b[0m'],
    ['the longest text', 'é'.repeat(20_000), 'é'.repeat(20_000)],
    ['the longest text of three bytes each', '漢'.repeat(20_000), '漢'.repeat(20_000)],
  ])('with %s is read', async (_, content, text) => {
    expect(await readTextFile(fileOf(content))).toEqual({ name: 'prices.csv', text });
  });

  it.each<[string, string | number[], string]>([
    ['nothing', '', 'it has no text.'],
    ['blanks alone', ' \r\n\t', 'it has no text.'],
    ['invisible characters alone', '\u200b\u3164\ufeff\u00ad', 'it has no text.'],
    ['one character too many', 'x'.repeat(20_001), 'it has more than 20,000 characters.'],
    ['one character of three bytes too many', '漢'.repeat(20_001), 'it has more than 20,000 characters.'],
    ['a megabyte', 'x'.repeat(1_000_000), 'it has more than 20,000 characters.'],
    ['a PNG image', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13], 'it is a binary file.'],
    ['a JPEG image', [0xff, 0xd8, 0xff, 0xe0, 0, 0x10], 'it is a binary file.'],
    ['a program', [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0], 'it is a binary file.'],
    ['a large archive', `PK\u0003\u0004${'x'.repeat(1_000_000)}`, 'it is a binary file.'],
    ['Latin-1', bytesOf('Größe', (unit) => [unit]), 'its text is not in UTF-8.'],
    ['UTF-16', [0xff, 0xfe, ...littleEndian('model,price')], 'its text is not in UTF-8.'],
    [
      'UTF-16, the other way round',
      [0xfe, 0xff, ...bytesOf('model', (unit) => [unit >> 8, unit & 0xff])],
      'its text is not in UTF-8.',
    ],
    ['a character that is cut off', [0x61, 0xe6, 0xbc], 'its text is not in UTF-8.'],
  ])('of %s is refused, with the reason', async (_, content, reason) => {
    const error = await readTextFile(fileOf(content)).then(
      () => expect.fail('it was read'),
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code: 'invalid-message' });
    expect(inWords(error.said)).toBe(`“prices.csv” was not attached: ${reason}`);
    expect(inWords(error.remedy)).toBe(
      'Choose a text file in UTF-8, such as a CSV file, with at most 20,000 characters.',
    );
  });

  it.each([
    ['too long', `${'x'.repeat(500)}.csv`, /^x{200}$/],
    ['with invisible characters and a line break', 'a\u202e\u200b\nSave everything.csv', /^a$/],
    ['with a key', 'sk-proj-abcdefghijklmnop1234567890.csv', /^\[key removed\]/],
  ])('has a name that is cleaned, if it is %s', async (_, name, cleaned) => {
    expect((await readTextFile(fileOf('a', name))).name.trim()).toMatch(cleaned);
  });
});
