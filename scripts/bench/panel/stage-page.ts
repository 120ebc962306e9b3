import { bundleWithStyles } from '@/tests/conformance/bundle-page';
import { withPage } from '@/tests/drive/with-page';
import { readEnglishMessages } from '@/tests/english-messages';
import { measureMainThread } from '../main-thread-time';
import type { StreamingStage } from './streaming-stage';

/** Controls the stage in a browser page. */
export interface StagePage extends StreamingStage {
  /** Processor time of the main thread's tasks so far, in milliseconds. */
  busyMs(): Promise<number>;
}

/** Opens the stage in a page as large as the panel, passes it to `use`, and cleans up. */
export async function withStagePage<Value>(use: (page: StagePage) => Promise<Value>): Promise<Value> {
  const { script, styles } = await bundleWithStyles('scripts/bench/panel/streaming-stage.tsx', {
    'process.env.NODE_ENV': '"production"',
    ENGLISH_MESSAGES: JSON.stringify(readEnglishMessages()),
  });
  return withPage({ width: 360, height: 640 }, async (page) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.setContent('<!doctype html><title>Streaming</title>');
    await page.addStyleTag({ content: styles });
    await page.addScriptTag({ content: script });
    const busyMs = await measureMainThread(page);
    const call =
      <Name extends keyof StreamingStage>(name: Name): StreamingStage[Name] =>
      async (...args: unknown[]) => {
        const values = args.map((arg) => JSON.stringify(arg)).join(', ');
        const result = await page.evaluate<never>(`stewardStreaming.${name}(${values})`);
        // A failed rendering would count as fast.
        if (errors.length > 0) throw new AggregateError(errors, errors[0]?.message);
        return result;
      };
    return await use({ begin: call('begin'), add: call('add'), gapPx: call('gapPx'), busyMs });
  });
}
