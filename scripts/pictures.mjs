import { loadWithBuilds } from './load-with-builds.mjs';
import { runMain } from './run-main.mjs';

/** `npm run pictures`: takes the pictures in docs/images/ and store/pictures/ from the real extension and the playground. */
await runMain(async () => {
  const builds = ['build:playground', 'build'];
  const { takePictures } = await loadWithBuilds('scripts/pictures/take-pictures.ts', builds);
  await takePictures();
  return 0;
});
