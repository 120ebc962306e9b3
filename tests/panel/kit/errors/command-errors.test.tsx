// @document

import { act } from 'react';
import { expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { CommandErrors, type Commands, useCommands } from '@/src/panel/kit/errors/command-errors';
import { wordsOf } from '@/src/texts/i18n';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
let control: Commands;

function Panel() {
  control = useCommands();
  return wordsOf(control.error?.message ?? '');
}

const show = (chatId: string | null) =>
  act(async () =>
    rendering.render(
      <CommandErrors chatId={chatId}>
        <Panel />
      </CommandErrors>,
    ),
  );
const shown = () => rendering.place.textContent;
const failure = (message: string) => new StewardError('conflict', message, { remedy: 'Wait.' });
const fail = (message: string) =>
  act(async () => void (await control.perform(() => Promise.reject(failure(message)))));
const succeed = () => act(async () => void (await control.perform(async () => undefined)));

/** Begins work in the chat shown; the returned function lets it fail. */
function begin(owner?: string): (message: string) => Promise<void> {
  let reject = (_: unknown) => {};
  const work = new Promise((_, fails) => {
    reject = fails;
  });
  const ended = control.perform(() => work, owner);
  return (message) =>
    act(async () => {
      reject(failure(message));
      await ended;
    });
}

it('an error is shown only in its chat, and is still there when the user comes back', async () => {
  await show('a');
  await fail('Of A.');
  expect(shown()).toBe('Of A.');
  await show('b');
  expect(shown()).toBe('');
  await show('a');
  expect(shown()).toBe('Of A.');
});

it('an error that comes late is shown in the chat in which its work began', async () => {
  await show('a');
  const end = begin();
  await show('b');
  await fail('Of B.');
  await end('Of A.');
  expect(shown()).toBe('Of B.');
  await show('a');
  expect(shown()).toBe('Of A.');
});

it('work that goes over to another chat has its error there', async () => {
  await show('a');
  const end = begin('b');
  await end('Of B.');
  expect(shown()).toBe('');
  await show('b');
  expect(shown()).toBe('Of B.');
});

it('success and Dismiss clear the error of their own chat', async () => {
  await show('a');
  await fail('Of A.');
  await show('b');
  await succeed();
  await fail('Of B.');
  await act(async () => control.dismiss());
  expect(shown()).toBe('');
  await show('a');
  expect(shown()).toBe('Of A.');
  await succeed();
  expect(shown()).toBe('');
});

it('what belongs to no chat is shown everywhere, until it is taken back or anything else is done', async () => {
  await show(null);
  await fail('Of no chat.');
  await show('a');
  expect(shown()).toBe('Of no chat.');
  await succeed();
  expect(shown()).toBe('');
  let takeBack = () => {};
  await act(async () => {
    takeBack = control.report(failure('Not stored.'));
  });
  await show('b');
  expect(shown()).toBe('Not stored.');
  await act(async () => takeBack());
  expect(shown()).toBe('');
});

it('an error that is no longer shown is not taken back from a newer one', async () => {
  await show('a');
  let takeBack = () => {};
  await act(async () => {
    takeBack = control.report(failure('Not stored.'));
    control.report(failure('Newer.'));
  });
  await act(async () => takeBack());
  expect(shown()).toBe('Newer.');
});
