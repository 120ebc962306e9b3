import { expect, it } from 'vitest';
import type { PageStatus } from '@/src/messages/page-status';
import { pageText } from '@/src/panel/header/page-text';
import { inWords } from '../in-words';

it.each<PageStatus>([
  { state: 'unknown', url: '' },
  { state: 'not-allowed', url: '' },
  { state: 'out-of-reach', url: '' },
  { state: 'incompatible', url: '', message: 'It speaks version 2.', remedy: 'Update Steward.' },
  { state: 'off', scope: 'site', url: '' },
  { state: 'off', scope: 'everywhere', url: '' },
  { state: 'gone' },
])('has a remedy for a page that is $state', (page) => {
  expect(pageText(page).remedy).not.toBeNull();
});

it('says that the page of a chat is closed', () => {
  expect(inWords(pageText({ state: 'gone' }).problem)).toBe('The page of this chat is closed.');
});
