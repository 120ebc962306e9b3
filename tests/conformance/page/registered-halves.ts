import { createPageHalves } from '@/src/adapters/page-halves';
import { installKit } from './kit-page';

installKit((name, document) => {
  const half = createPageHalves(document).find(({ id }) => id === name);
  if (half === undefined) throw new Error(`There is no page half of ${name} in src/adapters/page-halves.ts.`);
  return half;
});
