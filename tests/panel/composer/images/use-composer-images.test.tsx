// @document

import { File as ReadableFile } from 'node:buffer';
import { setTimeout as pause } from 'node:timers/promises';
import { act, useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { Command } from '@/src/messages/commands';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import type { ImageTaker } from '@/src/panel/composer/images/add-images';
import * as preparing from '@/src/panel/composer/images/prepare-image';
import {
  type ComposerImages,
  type ImageReadings,
  useComposerImages,
} from '@/src/panel/composer/images/use-composer-images';
import { sendCommand } from '@/src/panel/data/send-command';
import { loadStore } from '@/src/panel/data/stored-data';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import type { KeptImage } from '@/src/schema/image';
import * as queries from '@/src/store/queries';
import { readAllAgain } from '@/src/store/watch';
import { wordsOf } from '@/src/texts/i18n';
import { keptImage } from '../../../fakes/an-image';
import { inWords } from '../../in-words';
import { stubCommands } from '../../stub-commands';
import { withRendering } from '../../with-rendering';
import { textInMemory } from '../memory-text-store';

const stored = {
  rows: [] as KeptImage[],
  /** Files are decoded once it resolves. */
  opened: Promise.resolve(),
};

const rendering = withRendering();
let composerImages: ComposerImages;
let composerText: ComposerText;

// Loaded beforehand, so that no test waits for a module.
beforeAll(async () => {
  await Promise.all([loadStore(), import('@/src/panel/composer/images/add-images')]);
});

beforeEach(() => {
  composerText = textInMemory();
  composerText.open('c');
  stored.rows = [];
  stored.opened = Promise.resolve();
  vi.spyOn(preparing, 'prepareImage').mockImplementation(async ({ name }) => {
    await stored.opened;
    if (name.startsWith('bad'))
      throw new StewardError('invalid-message', `No: ${name}.`, { remedy: 'Other.' });
    const change = name.startsWith('wide') ? `${name} was large.` : null;
    return { name, mediaType: 'image/png', width: 1, height: 1, data: 'AAAA', change };
  });
  vi.spyOn(queries, 'composerImages').mockImplementation(async (chatId) =>
    stored.rows.filter((row) => row.chatId === chatId),
  );
  vi.spyOn(queries, 'listedTakesImages').mockImplementation(async () => null);
  stubCommands();
  vi.mocked(sendCommand).mockImplementation(async (command: Command) => (await obey(command)) as never);
});

/** The background's part: stores images, and refuses those with this name. */
async function obey(command: Command): Promise<{ imageId: string } | { mention: string } | null> {
  if (command.type === 'quote-file') return { mention: `@file:${command.name}` };
  if (command.type === 'add-image') {
    const { chatId, name } = command;
    if (name.startsWith('refused')) throw new StewardError('storage', 'Full.', { remedy: 'Delete some.' });
    stored.rows.push({ ...keptImage(name, chatId), name });
  }
  if (command.type === 'remove-image') stored.rows = stored.rows.filter(({ id }) => id !== command.imageId);
  readAllAgain();
  return command.type === 'add-image' ? { imageId: command.name } : null;
}

function Panel({ chatId, takesImages }: { chatId: string | null; takesImages: boolean | null }) {
  const { error } = useCommands();
  const taker: ImageTaker | null = chatId === null ? null : { connectionId: 'k', model: 'm', takesImages };
  const [readings] = useState<ImageReadings>(() => new Map());
  composerImages = useComposerImages(chatId, taker, readings, composerText);
  return (
    <output>
      {wordsOf(error?.message ?? '')}|{wordsOf(error?.remedy ?? '')}
    </output>
  );
}

/** Resolves once the queries have run. A live query begins in a later task of the event loop. */
async function show(chatId: string | null, takesImages: boolean | null = true) {
  rendering.render(<Panel chatId={chatId} takesImages={takesImages} />);
  await settled();
}
const file = (name: string) => new File(['x'], name, { type: 'image/png' });
const add = (...names: string[]) =>
  act(async () => {
    await composerImages.add(names.map(file));
    await pause(ROUND_MS);
  });
/** Time after a change in which its queries have run again, in milliseconds: they run in rounds (src/store/watch.ts). */
const ROUND_MS = 80;
const shownError = () => rendering.shown.getByRole('status').textContent;
const names = () => composerImages.images.map(({ name }) => name);

/** Holds the reading of files until the returned function is called. */
function held(): () => Promise<void> {
  let open = () => {};
  stored.opened = new Promise((resolve) => {
    open = resolve;
  });
  return () => act(async () => open());
}

/** Begins to read the ids; the outcome is `waiting` until it is known. */
function beginToRead(): { outcome: string[] | null | 'waiting' } {
  const begun: { outcome: string[] | null | 'waiting' } = { outcome: 'waiting' };
  void composerImages.read().then((ids) => {
    begun.outcome = ids;
  });
  return begun;
}

const settled = () => act(async () => new Promise((resolve) => setTimeout(resolve)));
/** Waits until a check passes that depends on a query of the database. */
const soon = (check: () => void) =>
  vi.waitFor(async () => {
    await settled();
    check();
  });

describe('the images of a message that is sent', () => {
  it('are those that are stored, also before they are rendered', async () => {
    await show('c');
    stored.rows.push(keptImage('a', 'c'));
    expect(names()).toEqual([]);
    expect(await act(async () => composerImages.read())).toEqual(['a']);
  });

  it('are waited for while they are read, also those that follow meanwhile', async () => {
    const open = held();
    await show('c');
    act(() => void composerImages.add([file('a.png')]));
    const begun = beginToRead();
    act(() => void composerImages.add([file('b.png')]));
    await settled();
    expect(begun.outcome).toBe('waiting');
    expect(composerImages.isReading).toBe(true);
    await open();
    await settled();
    expect(begun.outcome).toEqual(['a.png', 'b.png']);
    expect(composerImages.isReading).toBe(false);
  });

  it('are sent although the user types on while they are read', async () => {
    const open = held();
    await show('c');
    act(() => void composerImages.add([file('a.png')]));
    const begun = beginToRead();
    act(() => composerText.setText('What is it? And'));
    await open();
    await settled();
    expect(begun.outcome).toEqual(['a.png']);
  });

  it('are those of the chat that was shown then', async () => {
    const open = held();
    await show('c');
    act(() => void composerImages.add([file('a.png')]));
    const begun = beginToRead();
    await show('other');
    expect(composerImages.isReading).toBe(false);
    await add();
    expect(await act(async () => composerImages.read())).toEqual([]);
    await open();
    await settled();
    expect(begun.outcome).toEqual(['a.png']);
    expect(composerImages.images).toEqual([]);
  });

  it('are unknown after one could not be read, whose error stays', async () => {
    const open = held();
    await show('c');
    act(() => void composerImages.add([file('bad.png')]));
    act(() => void composerImages.add([file('b.png')]));
    const begun = beginToRead();
    await open();
    await settled();
    expect(begun.outcome).toBeNull();
    expect(shownError()).toBe('No: bad.png.|Other.');
    expect(await act(async () => composerImages.read())).toEqual(['b.png']);
  });

  it('are none without a chat; the next chat has those that were added meanwhile, once', async () => {
    await show(null);
    await add('a.png');
    await add('b.png');
    expect(await composerImages.read()).toEqual([]);
    expect(sendCommand).not.toHaveBeenCalled();
    rendering.render(<Panel chatId="c" takesImages />);
    expect(await act(async () => composerImages.read())).toEqual(['a.png', 'b.png']);
    await show('other');
    expect(await act(async () => composerImages.read())).toEqual([]);
  });

  it('are those of a model that takes images by its endpoint’s list, also before that is read', async () => {
    vi.mocked(queries.listedTakesImages).mockImplementation(async () => true);
    await show(null, null);
    await add('a.png');
    rendering.render(<Panel chatId="c" takesImages={null} />);
    expect(composerImages.isOffered).toBe(false);
    expect(await act(async () => composerImages.read())).toEqual(['a.png']);
  });
});

describe('several files', () => {
  it.each([
    ['one that is damaged', ['ok.png', 'bad.png', 'third.png'], 'No: bad.png.|Other.'],
    [
      'two that are damaged',
      ['ok.png', 'bad.png', 'bad2.png', 'third.png'],
      'No: bad.png. No: bad2.png.|Other.',
    ],
    [
      'one that is not stored',
      ['ok.png', 'refused.png', 'third.png'],
      '“refused.png” was not added. Full.|Delete some.',
    ],
    [
      'two that fail for other reasons',
      ['refused.png', 'ok.png', 'bad.png', 'third.png'],
      '“refused.png” was not added. Full. No: bad.png.|Delete some. Other.',
    ],
  ])('with %s: the others are added, and the error names it', async (_, added, error) => {
    await show('c');
    await add(...added);
    await soon(() => expect(names()).toEqual(['ok.png', 'third.png']));
    expect(shownError()).toBe(error);
  });

  it.each([
    ['for a model that takes none', false, ['a.png'], 'The chosen model is not known to take images.'],
    ['beyond the limit', true, ['1', '2', '3', '4', '5', '6'], 'A message can have 5 images at most.'],
  ])('%s are not read', async (_, takesImages, added, message) => {
    await show('c', takesImages);
    await add(...added);
    expect(shownError()).toContain(message);
    expect(names()).toEqual([]);
  });
});

describe('a text file', () => {
  // Files of jsdom can't be read.
  const textFile = (name: string, content = 'a,b') => new ReadableFile([content], name) as unknown as File;
  const attach = (...files: File[]) =>
    act(async () => {
      await composerImages.add(files);
      await pause(ROUND_MS);
    });
  const quoted = () =>
    vi.mocked(sendCommand).mock.calls.flatMap(([command]) => (command.type === 'quote-file' ? command : []));

  it('is quoted in the message, with a model that takes no images, too', async () => {
    await show('c', false);
    act(() => composerText.setText('Compare'));
    await attach(textFile('one.csv'), textFile('two.csv'));
    expect(quoted()).toEqual([
      { type: 'quote-file', chatId: 'c', name: 'one.csv', text: 'a,b' },
      { type: 'quote-file', chatId: 'c', name: 'two.csv', text: 'a,b' },
    ]);
    expect(composerText.getText()).toBe('Compare @file:one.csv @file:two.csv ');
    expect(shownError()).toBe('|');
  });

  it('is added beside images that are refused', async () => {
    await show('c', false);
    await attach(file('a.png'), textFile('one.csv'), file('b.png'));
    expect(names()).toEqual([]);
    expect(composerText.getText()).toBe('@file:one.csv ');
    expect(shownError()).toMatch(/^The chosen model is not known to take images\.\|Choose/);
  });

  it('is added beside five images, and none of six', async () => {
    await show('c');
    await attach(textFile('one.csv'), ...['1', '2', '3', '4', '5'].map(file));
    await soon(() => expect(names()).toHaveLength(5));
    await attach(textFile('two.csv'), file('6'));
    expect(shownError()).toContain('A message can have 5 images at most.');
    expect(composerText.getText()).toBe('@file:one.csv @file:two.csv ');
  });

  it('that is refused names the reason, and the others are added', async () => {
    await show('c');
    await attach(textFile('empty.csv', ''), textFile('one.csv'));
    expect(shownError()).toMatch(/^“empty.csv” was not attached: it has no text\.\|Choose a text file/);
    expect(composerText.getText()).toBe('@file:one.csv ');
  });

  it('that is dropped before a chat is open is for the next one', async () => {
    await show(null);
    await attach(textFile('one.csv'));
    expect(quoted()).toEqual([]);
    await show('c');
    await soon(() => expect(composerText.getText()).toBe('@file:one.csv '));
  });

  it('that is read while the message is being sent keeps the message in the composer', async () => {
    await show('c');
    act(() => void composerImages.add([textFile('one.csv')]));
    const begun = beginToRead();
    await soon(() => expect(begun.outcome).toBeNull());
    expect(composerText.getText()).toBe('@file:one.csv ');
    expect(await act(async () => composerImages.read())).toEqual([]);
  });
});

describe('the sentence on an image that was scaled', () => {
  const removed = (imageId: string) =>
    act(async () => {
      await composerImages.remove(imageId);
      await pause(ROUND_MS);
    });

  it('ends with the image', async () => {
    await show('c');
    await add('wide.png', 'small.png', 'wide2.png');
    await soon(() => expect(inWords(composerImages.change)).toBe('wide.png was large. wide2.png was large.'));
    await removed('wide.png');
    await soon(() => expect(inWords(composerImages.change)).toBe('wide2.png was large.'));
    await removed('wide2.png');
    await soon(() => expect(composerImages.change).toBeNull());
    await soon(() => expect(names()).toEqual(['small.png']));
  });

  it('is not shown in another chat, and not after more images were added', async () => {
    await show('c');
    await add('wide.png');
    stored.rows.push(keptImage('a', 'other'));
    await show('other');
    await soon(() => expect(names()).toEqual(['a.gif']));
    expect(composerImages.change).toBeNull();
    await show('c');
    await soon(() => expect(inWords(composerImages.change)).toBe('wide.png was large.'));
    await add('small.png');
    expect(composerImages.change).toBeNull();
  });
});

it('the images of the chat before are not shown while those of a chat are read', async () => {
  stored.rows.push(keptImage('a', 'c'));
  await show('c');
  rendering.render(<Panel chatId="other" takesImages />);
  expect(composerImages.images).toEqual([]);
  await settled();
});
