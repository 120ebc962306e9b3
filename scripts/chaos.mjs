import { loadWithBuilds } from './load-with-builds.mjs';
import { runMain } from './run-main.mjs';

/** `npm run chaos -- ARGS`: breaks things while Steward works, and checks what is left; see `--help` for ARGS. */
await runMain(async () => {
  const { chaos } = await loadWithBuilds('./chaos/chaos.ts', ['build:playground']);
  return chaos(process.argv.slice(2));
});
