// `npm run bench -- ARGS`: measures the product against its goals; see `--help` for ARGS.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/bench/bench.ts', 'bench');
