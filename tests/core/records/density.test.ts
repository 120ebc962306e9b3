import { expect, it } from 'vitest';
import { readDensity } from '@/src/core/records/density';
import { readPanelFolds } from '@/src/core/records/panel-folds';

it.each([
  [undefined, 'normal'],
  ['compact', 'compact'],
  ['normal', 'normal'],
  ['dense', null],
  [1, null],
])('the stored density %j is read as %j', (stored, expected) => {
  expect(readDensity(stored)).toBe(expected);
});

it.each([
  [undefined, {}],
  [{}, {}],
  [{ 'page-parts': true }, { 'page-parts': true }],
  [{ 'page-parts': true, 'a-later-section': true }, { 'page-parts': true }],
  [{ 'page-parts': 'yes' }, {}],
  [null, null],
  ['all', null],
  [['page-parts'], null],
])('the stored folds %j are read as %j', (stored, expected) => {
  expect(readPanelFolds(stored)).toEqual(expected);
});
