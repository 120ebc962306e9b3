// `npm run test:security -- ARGS`: tries to get past what guards page and keys; `--help` says what ARGS may be.
import { startSuiteCommand } from './suites/start-suite-command.mjs';

await startSuiteCommand('scripts/security/test-security.ts', 'testSecurity');
// What got through may still be at work, with timers that nobody ends.
process.exit();
