// `npm run chaos -- ARGS`: breaks things while Steward works, and checks what is left; see `--help` for ARGS.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/chaos/chaos.ts', 'chaos');
