import { expect, it } from 'vitest';
import { findProgram } from '@/scripts/find-program.mjs';
import { BROWSERS, PROGRAMS, setUpBrowser } from '@/scripts/given-browser';
import { productNamed } from '@/tests/drive/products';

it.each(['opera', '', 'Firefox', 'toString'])('--browser is refused with the help for “%s”', async (name) => {
  await expect(setUpBrowser(name, 'Usage: …')).rejects.toThrow(
    `There is no browser ${name}: --browser takes chromium or firefox.\n\nUsage: …`,
  );
});

it.each(BROWSERS)('--browser has a program and a driver for %s', (name) => {
  // Throws for a program that set-up doesn't know.
  expect(findProgram(PROGRAMS[name], {}, 'linux')).toBeNull();
  expect(productNamed(name).name).toBe(name);
});
