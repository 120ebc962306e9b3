import type { BenchSuite } from './bench-row';
import { coreSuite } from './core/core-suite';
import { pageSuite } from './page/page-suite';
import { panelSuite } from './panel/panel-suite';

/** What `npm run bench` measures, in this order. */
export const BENCH_SUITES: readonly BenchSuite[] = [coreSuite, pageSuite, panelSuite];
