// `npm run demo -- ARGS`: starts a playground and a browser with Steward in it; see `--help` for ARGS.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/demo/run-demo.ts', 'demo');
