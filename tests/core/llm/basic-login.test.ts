import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { basicLogin, isBasicLogin, withoutLogin } from '@/src/core/llm/basic-login';

describe('the login of an address', () => {
  it.each([
    ['https://ann:p%40ss@proxy.example/v1', 'https://proxy.example/v1', 'ann', 'p@ss'],
    ['http://ann@127.0.0.1:4000', 'http://127.0.0.1:4000', 'ann', ''],
    ['https://:token@proxy.example', 'https://proxy.example', '', 'token'],
    ['https://ann:a%zz@proxy.example', 'https://proxy.example', 'ann', 'a%zz'],
    ['https://ann:a@b@proxy.example/v1', 'https://proxy.example/v1', 'ann', 'a@b'],
    ['https://proxy.example/v1/@team', 'https://proxy.example/v1/@team', '', ''],
    ['https://ann:secret@', 'https://ann:secret@', '', ''],
    ['proxy.example', 'proxy.example', '', ''],
  ])('of %s is taken out of it', (typed, address, userName, password) => {
    expect(withoutLogin(typed)).toEqual({ address, userName, password });
  });

  it('becomes a header that has it in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, password) => {
        fc.pre(!name.includes(':'));
        const value = basicLogin(name, password);
        expect(Buffer.from(value.slice('Basic '.length), 'base64').toString()).toBe(`${name}:${password}`);
        expect(isBasicLogin(value)).toBe(true);
      }),
    );
  });

  it('is refused if the user name has a colon', () => {
    expect(() => basicLogin('a:b', 'c')).toThrow(expect.objectContaining({ code: 'invalid-message' }));
  });
});
