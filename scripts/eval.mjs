// `npm run eval -- ARGS`: lets a model do an administrator's tasks, and judges what it did; see `--help` for ARGS.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('scripts/eval/eval.ts', 'evaluate');
