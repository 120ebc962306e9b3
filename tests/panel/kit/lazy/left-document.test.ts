// @document
import { expect, it, vi } from 'vitest';
import { lazyPart } from '@/src/panel/kit/lazy/lazy-part';
import { watchLeaving } from '@/src/panel/kit/lazy/left-document';

it('a part that the browser stops loading because the document is left is not reported as failed', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  watchLeaving(window);
  let stop = (_: Error): void => {};
  const part = lazyPart(() => new Promise((_, reject) => (stop = reject)));
  const loaded = part.load();
  window.dispatchEvent(new Event('beforeunload'));
  stop(new Error('interrupted'));
  await loaded;
  expect(logged).not.toHaveBeenCalled();
  document.documentElement.removeAttribute('data-left');
});
