import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { query, useQuery } from '@/src/panel/data/stored-data';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import type { KeptImage } from '@/src/schema/image';
import type { Said } from '@/src/schema/values/said';
import { sentences } from '@/src/schema/values/said';
import type { ComposerText } from '../composer-text';
import { addMention } from '../quoted';
import type { ImageTaker } from './add-images';

/** The images of the message in the composer, and functions that change them. */
export interface ComposerImages {
  images: readonly KeptImage[];
  /** True if the chat's model is known to take images. */
  isOffered: boolean;
  /** True while files for this chat are read. */
  isReading: boolean;
  /** Sentences that say how the images added last were changed to fit; null if none was changed. */
  change: Said | null;
  /**
   * Adds files in their order, texts to the message's quotations; without a chat, to the next one. Failures are shown once all
   * files are read; the other files are added.
   */
  add(files: readonly File[]): Promise<unknown>;
  remove(imageId: string): Promise<unknown>;
  /** The ids of the chat's images once all files are read; null after a failure, which is shown, and if a text was added meanwhile. */
  read(): Promise<string[] | null>;
}

/** The files of a chat that are being read. */
interface Reading {
  /** Files that aren't started yet. */
  files: File[];
  /** Resolves to false if a file couldn't be added. */
  outcome: Promise<boolean>;
}

/**
 * The readings in progress, by chat. A map rather than React state: a message may be sent before the next rendering.
 */
export type ImageReadings = Map<string, Reading>;

const NONE: readonly KeptImage[] = [];
const UNCHANGED: ReadonlyMap<string, Said> = new Map();

/** The images of a chat's composer. They are stored at once, so that they stay when the panel closes. */
export function useComposerImages(
  chatId: string | null,
  taker: ImageTaker | null,
  readings: ImageReadings,
  composerText: ComposerText,
): ComposerImages {
  const { perform } = useCommands();
  /** Files that were added while no chat was shown. They are for the next one, as the text is. */
  const waiting = useRef<File[]>([]);
  const stored = useQuery(
    async ({ composerImages }) => (chatId === null ? NONE : composerImages(chatId)),
    [chatId],
  );
  const connectionId = taker?.connectionId ?? null;
  const model = taker?.model ?? null;
  const listed = useQuery(
    async ({ listedTakesImages }) =>
      connectionId === null || model === null ? null : listedTakesImages(connectionId, model),
    [connectionId, model],
  );
  /** Number of text files that were added so far. */
  const textCount = useRef(0);
  const [busyIds, setBusyIds] = useState<readonly string[]>([]);
  const [changes, setChanges] = useState(UNCHANGED);
  // Until the chat's own images are read, the query returns those of the previous chat.
  const images = (stored ?? NONE).filter((image) => image.chatId === chatId);
  const isOffered = taker !== null && (taker.takesImages ?? listed ?? false);
  // Most images were not changed.
  const made = images.flatMap(({ id }) => changes.get(id) ?? []);

  async function readAll(chat: string, files: File[]): Promise<boolean> {
    setBusyIds((ids) => [...ids, chat]);
    setChanges(UNCHANGED);
    const isAdded = await perform(async () => {
      const { addFiles } = await import('./add-images');
      const onChange = (id: string, change: Said) =>
        setChanges((earlier) => new Map([...earlier, [id, change]]));
      const onText = (mention: string) => {
        textCount.current += 1;
        addMention(composerText, chat, mention);
      };
      await addFiles({ chatId: chat, files, count: images.length, taker, onChange, onText });
    });
    readings.delete(chat);
    setBusyIds((ids) => ids.filter((id) => id !== chat));
    return isAdded;
  }

  const add = async (added: readonly File[]) => {
    if (added.length === 0) return;
    if (chatId === null) {
      waiting.current.push(...added);
      return;
    }
    const reading = readings.get(chatId);
    if (reading === undefined) {
      const files = [...added];
      readings.set(chatId, { files, outcome: readAll(chatId, files) });
    } else reading.files.push(...added);
    await readings.get(chatId)?.outcome;
  };
  const addWaiting = useEffectEvent(() => void add(waiting.current.splice(0)));
  // Before the effect that sends an early message, which waits for its images.
  useLayoutEffect(() => {
    if (chatId !== null) addWaiting();
  }, [chatId]);

  return {
    images,
    isOffered,
    isReading: chatId !== null && busyIds.includes(chatId),
    change: made.length === 0 ? null : sentences(...made),
    add,
    async remove(imageId) {
      if (chatId !== null) await perform(() => sendCommand({ type: 'remove-image', chatId, imageId }));
    },
    async read() {
      if (chatId === null) return [];
      const texts = textCount.current;
      if ((await readings.get(chatId)?.outcome) === false) return null;
      // The mention of a text file that was read meanwhile isn't in the message that is being sent.
      if (textCount.current !== texts) return null;
      const read: string[] = [];
      // Rendered images may lag behind the stored ones.
      const isRead = await perform(async () => {
        for (const { id } of await query(({ composerImages }) => composerImages(chatId))) read.push(id);
      });
      return isRead ? read : null;
    },
  };
}
