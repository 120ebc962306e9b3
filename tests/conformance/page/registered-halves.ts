import { createPageHalves } from '@/src/adapters/page-halves';
import type { PageDetector, PageHalf } from '@/src/core/adapter/page-half';
import { installKit } from './kit-page';

installKit((name, document) => {
  const half = createPageHalves(document).find(({ id }) => id === name);
  if (half === undefined) throw new Error(`There is no page half of ${name} in src/adapters/page-halves.ts.`);
  if (!isWhole(half))
    throw new Error(`The state of ${name} is read in the background, which the kit can’t do yet.`);
  return half;
});

function isWhole(half: PageHalf | PageDetector): half is PageHalf {
  return 'getContext' in half;
}
