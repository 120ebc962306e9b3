// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { QueuedStatus } from '@/src/panel/composer/queued-status';
import { MESSAGE_FIELD_ID } from '@/src/panel/kit/panel-frame';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

it('is withdrawn once, and then leaves the focus to the message field', async () => {
  const onCancel = vi.fn(() => new Promise<never>(() => undefined));
  const show = (queued: { state: 'done' } | null) =>
    rendering.render(
      <>
        <QueuedStatus queued={queued} isIdle={false} onCancel={onCancel} />
        <textarea id={MESSAGE_FIELD_ID} />
      </>,
    );
  show({ state: 'done' });
  rendering.button('Cancel').focus();
  await rendering.press('Cancel');
  expect(rendering.button('Cancel').disabled).toBe(false);
  await rendering.press('Cancel');
  expect(onCancel).toHaveBeenCalledOnce();
  show(null);
  expect(document.activeElement?.id).toBe(MESSAGE_FIELD_ID);
});
