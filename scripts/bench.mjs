// `npm run bench -- ARGS`: measures the product against its goals; `--help` says what ARGS may be.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/bench/bench.ts', 'bench');
