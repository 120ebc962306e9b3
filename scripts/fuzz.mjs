// `npm run fuzz -- ARGS`: tests the core with random input; see `--help` for ARGS.
import { startSuiteCommand } from './suites/start-suite-command.mjs';

await startSuiteCommand('scripts/fuzz/fuzz.ts', 'fuzz');
