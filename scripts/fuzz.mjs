// `npm run fuzz -- ARGS`: tries the core on random input; `--help` says what ARGS may be.
import { startSuiteCommand } from './suites/start-suite-command.mjs';

await startSuiteCommand('scripts/fuzz/fuzz.ts', 'fuzz');
