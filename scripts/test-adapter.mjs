// `npm run test:adapter -- ARGS`: tries an adapter against the conformance kit; see `--help` for ARGS.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/adapter/test-adapter.ts', 'testAdapter');
