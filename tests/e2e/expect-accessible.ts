import { expect, type Page } from '@playwright/test';
import { axeViolations } from './axe-violations';

/** Expects that axe finds nothing, light and dark. `name`: the state that is checked; `part`: a selector of the part of the page. */
export async function expectAccessible(page: Page, name: string, part = 'html'): Promise<void> {
  expect(await axeViolations(page, part), name).toEqual([]);
}
