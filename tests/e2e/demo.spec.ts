import { expect } from '@playwright/test';
import { runDemo } from '@/scripts/demo/run-demo';
import { test } from './product-test';
import { thorough } from './thorough';

test(
  'the tour of the demo goes to its end in each browser',
  thorough({ tag: '@main' }),
  async ({ productName }) => {
    expect(await runDemo({ headless: true, browser: productName, proxies: 1 })).toBe(0);
  },
);
