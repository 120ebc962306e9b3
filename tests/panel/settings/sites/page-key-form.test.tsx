// @document
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { sendCommand } from '@/src/panel/data/send-command';
import { PageKeyForm } from '@/src/panel/settings/sites/page-key-form';
import { stubCommands } from '../../stub-commands';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const onSaved = vi.fn();
const field = () => rendering.shown.getByLabelText<HTMLInputElement>('API key');

const render = (url: string) =>
  act(async () =>
    rendering.render(
      <PageKeyForm
        page={{
          state: 'key-needed',
          url,
          adapterId: 'open-webui',
          keyName: 'API key',
          message: 'The page needs a key.',
          remedy: 'Enter it.',
        }}
        onSaved={onSaved}
      />,
    ),
  );

const type = (text: string) => rendering.enter(field(), text);
const save = () => rendering.press('Save the key');
/** Begins a save. Returns a function that ends it. */
async function beginSave() {
  let end: (value: null) => void = () => undefined;
  vi.mocked(sendCommand).mockReturnValue(new Promise((resolve) => (end = resolve)) as never);
  await save();
  return () => act(async () => end(null));
}

beforeEach(async () => {
  vi.clearAllMocks();
  stubCommands();
  Object.assign(browser, { permissions: { contains: async () => true, request: async () => true } });
  await render('http://proxy.test:3000');
  await type('sk-1');
});

describe('the form for a page’s key', () => {
  it('keeps the key and the focus if the key can’t be saved', async () => {
    vi.mocked(sendCommand).mockRejectedValue(new Error('no storage'));
    await save();
    expect(field().value).toBe('sk-1');
    expect(document.activeElement).toBe(rendering.button('Save the key'));
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('has no key any more once it is saved, and the focus', async () => {
    await save();
    expect(field().value).toBe('');
    expect(document.activeElement).toBe(field());
    expect(onSaved).toHaveBeenCalledOnce();
  });

  it('keeps the focus in the field that the user chose during the save', async () => {
    const other = document.body.appendChild(document.createElement('input'));
    const end = await beginSave();
    other.focus();
    await end();
    expect(onSaved).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(other);
  });

  it('keeps a key that was typed during the save, and says that it isn’t saved', async () => {
    const end = await beginSave();
    await type('sk-2');
    await end();
    expect(field().value).toBe('sk-2');
    expect(rendering.shown.getByText(/What you typed since then is not saved yet\.$/)).toBeDefined();
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('saves once on a double press', async () => {
    const end = await beginSave();
    await save();
    await end();
    expect(sendCommand).toHaveBeenCalledOnce();
  });

  it.each([
    [
      'http://proxy.test:3000',
      'http:// isn’t encrypted: anyone on the network between here and proxy.test:3000',
    ],
    ['https://proxy.test', null],
    ['http://127.0.0.1:3000', null],
  ])('at %s warns of a connection that isn’t encrypted: %s', async (url, warning) => {
    await render(url);
    const texts = rendering.shown.getAllByRole('status').map(({ textContent }) => textContent);
    expect(texts.join('')).toEqual(warning === null ? '' : expect.stringContaining(warning));
  });
});
