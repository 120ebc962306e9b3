import { describe, expect, it } from 'vitest';
import { findProgram } from '@/scripts/find-program.mjs';
import { BROWSERS, givenBrowser, programOf } from '@/scripts/given-browser.mjs';
import { productNamed } from '@/tests/drive/products';

describe('the option --browser', () => {
  it.each([
    ['chromium', []],
    ['chromium', ['--rounds', '3', '--browser', 'chromium']],
    ['firefox', ['--browser', 'firefox', '--seed', '7']],
    ['firefox', ['--browser=firefox', '--unknown']],
    ['opera', ['--browser', 'opera']],
  ])('is %s among %j', (expected, args) => {
    expect(givenBrowser(args)).toBe(expected);
  });

  it.each(['opera', '', 'Firefox', 'toString', true])('is refused with the help for %j', (name) => {
    expect(() => programOf(name, 'Usage: …')).toThrow(
      `There is no browser ${name}: --browser takes chromium or firefox.\n\nUsage: …`,
    );
  });

  it.each(BROWSERS)('has a program and a driver for %s', (name) => {
    const program = programOf(name, '');
    // Throws for a program that set-up doesn't know.
    expect(findProgram(program, {}, 'linux')).toBeNull();
    expect(productNamed(name).name).toBe(name);
  });
});
