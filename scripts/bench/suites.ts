import type { BenchSuite } from './bench-row';
import { coreSuite } from './core/core-suite';
import { pageSuite } from './page/page-suite';
import { panelSuite } from './panel/panel-suite';
import { storeSuite } from './store/store-suite';

/** The suites of `npm run bench`, in order. */
export const BENCH_SUITES: readonly BenchSuite[] = [coreSuite, pageSuite, panelSuite, storeSuite];
