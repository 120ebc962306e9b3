// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MessageImages } from '@/src/panel/conversation/images/message-images';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { keptImage, messageImage } from '../../../fakes/an-image';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const db = new StewardDatabase(DATABASE_NAME);

beforeAll(async () => {
  URL.createObjectURL = () => 'blob:made';
  URL.revokeObjectURL = () => undefined;
  stubDialogs();
  await db.chatImages.add(keptImage('a', 'c'));
});

afterAll(() => db.delete());

it('each image of a message is a button with its name, which shows it whole', async () => {
  rendering.render(<MessageImages images={[messageImage('a')]} />);
  await vi.waitFor(() => expect(rendering.place.querySelector('img')?.src).toBe('blob:made'));
  expect(rendering.buttonNames()).toEqual(['Show a.gif, 7 B']);
  await rendering.press('Show a.gif, 7 B');
  const dialog = rendering.place.querySelector('dialog');
  expect(dialog?.querySelector('img')?.alt).toBe('a.gif');
  expect(dialog?.textContent).toContain('1 × 1 pixels, 7 B');
  await rendering.press('Close');
  act(() => void dialog?.dispatchEvent(new Event('close')));
  expect(rendering.place.querySelector('dialog')).toBeNull();
});

it('an image whose data is gone is named', async () => {
  rendering.render(<MessageImages images={[messageImage('gone')]} />);
  await vi.waitFor(() => expect(rendering.place.textContent).toBe('gone.gif: no longer stored'));
});
