// @document

import { expect, it } from 'vitest';
import { DifferenceList } from '@/src/panel/kit/differences/difference-list';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();

it('folds the names of a difference that its text only counts', () => {
  const more = Array.from({ length: 15 }, (_, index) => `"gpt-${index}"`);
  rendering.render(
    <DifferenceList
      differences={[
        { kind: 'added', text: 'channel 1 "main": "a" and 15 more', more },
        { kind: 'removed', text: 'channel 2 "main": "b"' },
      ]}
    />,
  );
  const [fold, ...others] = document.querySelectorAll('details');
  expect(others).toEqual([]);
  expect(fold?.open).toBe(false);
  expect(fold?.querySelector('summary')?.textContent).toBe('and 15 more');
  expect([...(fold?.querySelectorAll('div') ?? [])].map(({ textContent }) => textContent)).toEqual(more);
});
