import { StewardError, textError, toErrorInfo } from '@/src/core/errors';
import type { CommandOf } from '@/src/messages/commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { query } from '@/src/panel/data/stored-data';
import type { ErrorInfo } from '@/src/schema/error-info';
import { MAX_IMAGES } from '@/src/schema/values/image';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { prepareImage } from './prepare-image';
import { readTextFile } from './read-text-file';

/** A chat's model, and the user's setting of whether it takes images; null if the user set none. */
export interface ImageTaker {
  connectionId: string | null;
  model: string | null;
  takesImages: boolean | null;
}

interface AddedFiles {
  chatId: string;
  /** Removed from this list one by one while they are added; the caller may append more meanwhile. */
  files: File[];
  /** Number of images that the message already has. */
  count: number;
  /** The chat's model; null if there is no chat. */
  taker: ImageTaker | null;
  /** Called for an image that was changed to fit the limits; `change` is a sentence that says how. */
  onChange(imageId: string, change: Said): void;
  /** Called with the mention of a text file that was added. */
  onText(mention: string): void;
}

/**
 * Adds files to the message in a chat's composer: images, and any other file as a text. A file that can't be added doesn't stop the
 * ones after it; at the end, it rejects with an error that names each of them.
 */
export async function addFiles(added: AddedFiles): Promise<void> {
  const { chatId, files, onChange } = added;
  const refusal = await refusalOf(added);
  const failures = refusal === null ? [] : [toErrorInfo(refusal)];
  for (let file = files.shift(); file !== undefined; file = files.shift()) {
    try {
      if (!isImage(file)) {
        const { mention } = await sendCommand({ type: 'quote-file', chatId, ...(await readTextFile(file)) });
        added.onText(mention);
        continue;
      }
      if (refusal !== null) continue;
      const { change, ...image } = await prepareImage(file);
      const { imageId } = await addImage({ chatId, ...image });
      if (change !== null) onChange(imageId, change);
    } catch (thrown) {
      failures.push(toErrorInfo(thrown));
    }
  }
  const [first] = failures;
  if (first !== undefined) throw joined(first, failures);
}

function isImage({ type }: File): boolean {
  return type.startsWith('image/');
}

/** The reason for which none of the images can be added; null if they can, or if there are none. */
async function refusalOf({ files, count, taker }: AddedFiles): Promise<StewardError | null> {
  const images = files.filter(isImage);
  if (images.length === 0) return null;
  if (taker === null || !(await takesImages(taker))) return takesNone();
  return count + images.length > MAX_IMAGES ? tooMany() : null;
}

/** True if the model is known to take images. Read here, because what the panel has rendered may be older than the chat. */
async function takesImages({ takesImages, connectionId, model }: ImageTaker): Promise<boolean> {
  if (takesImages !== null || connectionId === null || model === null) return takesImages === true;
  return (await query(({ listedTakesImages }) => listedTakesImages(connectionId, model))) === true;
}

async function addImage(image: Omit<CommandOf<'add-image'>, 'type'>): Promise<{ imageId: string }> {
  try {
    return await sendCommand({ type: 'add-image', ...image });
  } catch (cause) {
    const { code, message, remedy, details } = toErrorInfo(cause);
    const named = say('composer.images.notAdded', { name: image.name, reason: message });
    throw new StewardError(code, named, { remedy, details, cause });
  }
}

/** One error for all failed files, with the code of the first. */
function joined(first: ErrorInfo, failures: readonly ErrorInfo[]): StewardError {
  const details = [...new Set(failures.flatMap((failure) => failure.details ?? []))];
  return new StewardError(first.code, sentences(...failures.map(({ message }) => message)), {
    remedy: sentences(...failures.map(({ remedy }) => remedy)),
    details: details.length === 0 ? null : details.join('\n'),
  });
}

function takesNone(): StewardError {
  // The text beside it says to remove the images, of which there are none yet.
  return new StewardError('invalid-message', say('error.background.imagesNotTaken'), {
    remedy: say('composer.images.notTakenRemedy'),
  });
}

function tooMany(): StewardError {
  return textError('invalid-message', say('error.storage.image.tooMany', { max: MAX_IMAGES }));
}
