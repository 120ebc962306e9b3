import { runScript } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { SetUpError } from './set-up-error.mjs';

/** `npm run pictures`: makes the README's pictures in docs/images/ from the real extension and the playground. */
async function main() {
  await setUp();
  process.chdir(ROOT);
  for (const build of ['build:playground', 'build']) {
    if ((await runScript(build, { cwd: ROOT })) !== 0) {
      throw new SetUpError('The build failed; see its output above.');
    }
  }
  const { tsImport } = await import('tsx/esm/api');
  const { takePictures } = await tsImport('./pictures/take-pictures.ts', import.meta.url);
  await takePictures();
  return 0;
}

await runMain(main);
