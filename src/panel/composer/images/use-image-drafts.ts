import { useState } from 'react';
import { StewardError } from '@/src/core/errors';
import { type KeptImage, MAX_IMAGES } from '@/src/core/records/image';
import { i18n } from '@/src/texts/i18n';
import type { Perform } from '../../errors/use-command-error';
import { sendCommand } from '../../link/send-command';
import { useQuery } from '../../link/stored-data';

/** The images of the message in the composer, with the ways to change them. */
export interface ImageDrafts {
  images: readonly KeptImage[];
  /** True if the chat's model is known to take images. */
  isOffered: boolean;
  /** True while files are read. */
  isReading: boolean;
  /** Sentences on how the images that were added last were changed; null if they weren't. */
  change: string | null;
  /** Adds files in their order. A failure is shown, and the ones before it stay. */
  add(files: readonly File[]): Promise<unknown>;
  remove(imageId: string): Promise<unknown>;
}

/** The model of a chat, and what the user said of it. */
export interface ImageTaker {
  connectionId: string | null;
  model: string | null;
  takesImages: boolean | null;
}

const NONE: readonly KeptImage[] = [];

/** The images of a chat's composer. They are stored at once, so that they stay when the panel closes. */
export function useImageDrafts(
  chatId: string | null,
  taker: ImageTaker | null,
  perform: Perform,
): ImageDrafts {
  const stored = useQuery(
    async ({ imageDrafts }) => (chatId === null ? NONE : imageDrafts(chatId)),
    [chatId],
  );
  const connectionId = taker?.connectionId ?? null;
  const model = taker?.model ?? null;
  const listed = useQuery(
    async ({ listedTakesImages }) =>
      connectionId === null || model === null ? null : listedTakesImages(connectionId, model),
    [connectionId, model],
  );
  const [isReading, setIsReading] = useState(false);
  const [change, setChange] = useState<string | null>(null);
  const images = stored ?? NONE;
  const isOffered = taker !== null && (taker.takesImages ?? listed ?? false);

  async function addAll(chat: string, files: readonly File[]): Promise<void> {
    if (!isOffered) throw takesNone();
    if (images.length + files.length > MAX_IMAGES) throw tooMany();
    // Loaded when it is first needed.
    const { prepareImage } = await import('./prepare-image');
    const changes: string[] = [];
    for (const file of files) {
      const { change: made, ...image } = await prepareImage(file);
      await sendCommand({ type: 'add-image', chatId: chat, ...image });
      if (made !== null) changes.push(made);
    }
    setChange(changes.length === 0 ? null : changes.join(' '));
  }

  return {
    images,
    isOffered,
    isReading,
    change: images.length === 0 ? null : change,
    async add(files) {
      if (chatId === null || files.length === 0) return;
      setIsReading(true);
      setChange(null);
      await perform(() => addAll(chatId, files));
      setIsReading(false);
    },
    async remove(imageId) {
      if (chatId !== null) await perform(() => sendCommand({ type: 'remove-image', chatId, imageId }));
    },
  };
}

function takesNone(): StewardError {
  return new StewardError('invalid-message', i18n.t('composer.images.notTaken'), {
    remedy: i18n.t('composer.images.notTakenRemedy'),
  });
}

function tooMany(): StewardError {
  return new StewardError('invalid-message', i18n.t('composer.images.tooMany', { images: MAX_IMAGES }), {
    remedy: i18n.t('composer.images.tooManyRemedy'),
  });
}
