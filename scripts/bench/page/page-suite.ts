import type { BenchSuite } from '../bench-row';
import { filterPageSpeedRows } from './filter-page-speed';

/** Measurements on the playground's filter page, in the browser that set-up finds. */
export const pageSuite: BenchSuite = {
  name: 'page',
  run: filterPageSpeedRows,
};
