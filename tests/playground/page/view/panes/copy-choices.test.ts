import { expect, it } from 'vitest';
import { decideModels } from '@/playground/filter/decide';
import { copyChoices } from '@/playground/page/view/panes/copy-choices';

const MODELS = decideModels(['p/a', 'p/b', 'p/v/c'], { ignore: ['b'], whitelist: [] });

it('offers all names and the visible ones, without their provider', () => {
  expect(copyChoices(MODELS, null)).toEqual([
    { label: 'All names', names: ['a', 'b', 'v/c'] },
    { label: 'Visible names', names: ['a', 'v/c'] },
  ]);
});

it('offers the matches of a search, even if there are none', () => {
  expect(copyChoices(MODELS, MODELS.slice(1, 2))[1]).toEqual({
    label: 'Names found by the search',
    names: ['b'],
  });
  expect(copyChoices(MODELS, [])[1]?.names).toEqual([]);
});
