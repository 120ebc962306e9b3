// @document
import 'fake-indexeddb/auto';
import { within } from '@testing-library/react/pure';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MessageImages } from '@/src/panel/conversation/images/message-images';
import { loadStore } from '@/src/panel/data/stored-data';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { keptImage, messageImage } from '../../../fakes/an-image';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const db = createDatabase(DATABASE_NAME);

beforeAll(async () => {
  // An open panel has loaded the code of the database before it shows images.
  await loadStore();
  URL.createObjectURL = () => 'blob:made';
  URL.revokeObjectURL = () => undefined;
  stubDialogs();
  await db.chatImages.add(keptImage('a', 'c'));
});

afterAll(() => db.delete());

it('each image of a message is a button with its name, which shows it whole', async () => {
  rendering.render(<MessageImages images={[messageImage('a')]} />);
  const thumbnail = await rendering.shown.findByRole<HTMLImageElement>('img', { name: 'a.gif' });
  expect(thumbnail.src).toBe('blob:made');
  expect(rendering.buttonNames()).toEqual(['Show a.gif, 7 B']);
  await rendering.press('Show a.gif, 7 B');
  const dialog = within(rendering.shown.getByRole('dialog', { name: 'a.gif' }));
  expect(dialog.getByRole('img', { name: 'a.gif' })).toBeDefined();
  expect(dialog.getByText('1 × 1 pixels, 7 B')).toBeDefined();
  await rendering.press('Close');
  expect(rendering.shown.queryByRole('dialog')).toBeNull();
});

it('an image whose data is gone is named', async () => {
  rendering.render(<MessageImages images={[messageImage('gone')]} />);
  await rendering.shown.findByText('gone.gif: no longer stored');
  expect(rendering.place.textContent).toBe('gone.gif: no longer stored');
});
