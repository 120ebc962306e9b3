// @document
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSavedForm } from '@/src/panel/kit/fields/use-saved-form';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
/** Ends the save that is running. */
let stored: () => void;
const onSaved = vi.fn();

function Form() {
  const form = useSavedForm({
    stored: { name: 'old' },
    read: (fields) => ({ ok: true, values: fields }),
    store: () =>
      new Promise<void>((resolve) => {
        stored = resolve;
      }),
    onSaved,
  });
  return (
    <>
      <button type="button" onClick={() => form.change({ name: `${form.fields.name}+` })}>
        Type
      </button>
      <button type="button" onClick={form.save}>
        Save
      </button>
      <output>{`${form.fields.name} ${form.isSaved ? 'saved' : 'not saved'}`}</output>
    </>
  );
}

beforeEach(() => {
  onSaved.mockClear();
  rendering.render(<Form />);
});

const press = rendering.press;
const endSave = () => act(async () => stored());
const text = () => rendering.shown.getByRole('status').textContent;

it('what was typed is saved after a save, until the next change', async () => {
  await press('Type');
  await press('Save');
  await endSave();
  expect(text()).toBe('old+ saved');
  expect(onSaved).toHaveBeenCalledOnce();
  await press('Type');
  expect(text()).toBe('old++ not saved');
});

it('what is typed during a save stays, isn’t saved, and keeps the form open', async () => {
  await press('Type');
  await press('Save');
  await press('Type');
  await endSave();
  expect(text()).toBe('old++ not saved');
  expect(onSaved).not.toHaveBeenCalled();
  await press('Save');
  await endSave();
  expect(onSaved).toHaveBeenCalledOnce();
});
