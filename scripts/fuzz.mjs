// `npm run fuzz -- ARGS`: tests the core with random input; see `--help` for ARGS.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/suites/fuzz.ts', 'fuzz');
