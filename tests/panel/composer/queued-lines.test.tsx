// @document
import { within } from '@testing-library/react/pure';
import { describe, expect, it, vi } from 'vitest';
import { QueuedMessageLine, QueuedStatusLine } from '@/src/panel/composer/queued-lines';
import { MESSAGE_FIELD_ID } from '@/src/panel/kit/panel-frame';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const NAME = 'Queued message';

function show(text: string | null, isUnderWay = true, images = 0) {
  const onSend = vi.fn(async () => undefined);
  const onEdit = vi.fn(async () => undefined);
  const onWithdraw = vi.fn(async () => undefined);
  rendering.render(
    <>
      <QueuedMessageLine
        text={text}
        images={images}
        isUnderWay={isUnderWay}
        onSend={isUnderWay ? null : onSend}
        onEdit={onEdit}
        onWithdraw={onWithdraw}
      />
      <textarea id={MESSAGE_FIELD_ID} />
    </>,
  );
  return { onSend, onEdit, onWithdraw };
}

const chip = () => rendering.shown.queryByRole('group', { name: NAME });
/** The element with this line in the group of queued messages. Throws if there is none. */
const shownLine = (line: string) =>
  within(rendering.shown.getByRole('group', { name: NAME })).getByText(line);

const announced = () => rendering.place.querySelector('[aria-live=polite]')?.textContent;

describe('a queued message', () => {
  it('is hidden while nothing is queued, but has a live region', () => {
    show(null);
    expect(chip()).toBeNull();
    expect(announced()).toBe('');
  });

  it.each([
    [true, 'Next: And then save'],
    [false, 'Not sent: And then save'],
  ])(
    'shows and announces the first line, with the rest as a tooltip (active run: %s)',
    (isUnderWay, line) => {
      show('And then save\nif all is well', isUnderWay);
      expect(shownLine(line).title).toBe('And then save\nif all is well');
      expect(announced()).toBe(line);
    },
  );

  it('has a Send button if no run will send the message', async () => {
    show('And then save');
    expect(rendering.buttonNames()).toEqual(['Edit', 'Remove']);
    const { onSend } = show('And then save', false);
    await rendering.press('Send');
    expect(onSend).toHaveBeenCalledOnce();
  });

  it.each([
    [1, 'Next: And this?, with 1 image'],
    [2, 'Next: And this?, with 2 images'],
  ])('says that it has %i images', (images, line) => {
    show('And this?', true, images);
    expect(shownLine(line)).toBeDefined();
  });

  it('is withdrawn once, also for repeated clicks', async () => {
    const { onEdit } = show('And then save');
    onEdit.mockReturnValue(new Promise(() => undefined));
    await rendering.press('Edit');
    // It keeps the focus, which the line hands on when it goes.
    expect(rendering.button('Edit').disabled).toBe(false);
    expect(rendering.button('Edit').getAttribute('aria-disabled')).toBe('true');
    await rendering.press('Edit');
    await rendering.press('Remove');
    expect(onEdit).toHaveBeenCalledTimes(1);
  });

  it.each(['Edit', 'Remove'])('leaves the focus of %s to the message field when it is sent', (name) => {
    show('And then save');
    rendering.button(name).focus();
    show(null);
    expect(document.activeElement?.id).toBe(MESSAGE_FIELD_ID);
  });
});

describe('a queued status', () => {
  it('is withdrawn once, and then leaves the focus to the message field', async () => {
    const onCancel = vi.fn(() => new Promise<never>(() => undefined));
    const show = (queued: { state: 'done' } | null) =>
      rendering.render(
        <>
          <QueuedStatusLine queued={queued} isIdle={false} onCancel={onCancel} />
          <textarea id={MESSAGE_FIELD_ID} />
        </>,
      );
    show({ state: 'done' });
    rendering.button('Cancel').focus();
    await rendering.press('Cancel');
    expect(rendering.button('Cancel').disabled).toBe(false);
    await rendering.press('Cancel');
    expect(onCancel).toHaveBeenCalledOnce();
    show(null);
    expect(document.activeElement?.id).toBe(MESSAGE_FIELD_ID);
  });
});
