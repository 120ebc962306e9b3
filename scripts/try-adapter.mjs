// `npm run try-adapter -- ARGS`: opens an adapter's fixture page with Steward beside it; see `--help` for ARGS.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/adapter/try-adapter.ts', 'tryAdapter');
