import type { Page } from '@playwright/test';
import { openChatSettings } from '@/tests/drive/menu';
import { pngImage } from '@/tests/fakes/png-image';
import { expect } from './strict-test';

/** A small image; those of different widths are different images. */
export function smallImage(name: string, width: number) {
  return { name, mimeType: 'image/png', buffer: pngImage({ width, height: 40, isNoise: false }) };
}

/** An image that isn't scaled. */
export const SMALL = smallImage('dialog.png', 60);
/** An image that is scaled down. */
export const LARGE = {
  name: 'wide.png',
  mimeType: 'image/png',
  buffer: pngImage({ width: 2_400, height: 300, isNoise: true }),
};

/** The images of the message field. */
export function imagesOf(page: Page) {
  return {
    attach: page.getByRole('button', { name: 'Attach files' }),
    files: page.locator('input[type=file][aria-label=Files]'),
    tray: page.getByRole('list', { name: 'Images of the message' }),
    async sayThatModelTakes(choice: 'yes' | 'no') {
      const sheet = await openChatSettings(page, 'Model');
      await sheet.getByRole('combobox', { name: 'Takes images' }).selectOption(choice);
      await sheet.getByRole('button', { name: 'Save settings' }).click();
      await expect(sheet.getByText('Saved.', { exact: true })).toBeVisible();
      await sheet.getByRole('button', { name: 'Close' }).click();
      // The panel reads the settings after they are stored.
      await expect(page.getByRole('combobox', { name: 'Model', exact: true })).toHaveAttribute(
        'title',
        choice === 'yes' ? /takes images/ : /no images/,
      );
    },
    /** Pastes a file into the field that has the focus. */
    paste: ({ name, mimeType, buffer }: typeof SMALL) =>
      page.evaluate(
        ([fileName, type, base64]) => {
          const bytes = Uint8Array.from(atob(base64 ?? ''), (character) => character.charCodeAt(0));
          const clipboardData = new DataTransfer();
          clipboardData.items.add(new File([bytes], fileName ?? '', { type: type ?? '' }));
          const paste = new Event('paste', { bubbles: true, cancelable: true });
          // In Firefox, the files of an event by script would be missing.
          Object.defineProperty(paste, 'clipboardData', { value: clipboardData });
          document.activeElement?.dispatchEvent(paste);
        },
        [name, mimeType, buffer.toString('base64')],
      ),
  };
}
