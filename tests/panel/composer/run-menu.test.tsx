// @document
import { fireEvent } from '@testing-library/react/pure';
import { act, createRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunMenuAction, runActions } from '@/src/panel/composer/run-actions';
import { RunMenu } from '@/src/panel/composer/run-menu';
import { MESSAGE_FIELD_ID } from '@/src/panel/kit/panel-frame';
import { t } from '@/src/texts/i18n';
import { storedRun } from '../stored-run';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const ACTIONS = runActions(storedRun({ state: 'processing' }));
const LABELS = ACTIONS.map(({ action }) => t(`composer.run.${action}`));
const button = createRef<HTMLButtonElement>();
const field = createRef<HTMLTextAreaElement>();
const onChoose = vi.fn((_action: RunMenuAction) => undefined);

const menu = () => rendering.shown.getByRole('menu');
const focused = () => document.activeElement?.getAttribute('aria-label');
/** jsdom has no popovers: what the browser does when one opens or closes. */
const toggle = (newState: 'open' | 'closed') =>
  act(async () => {
    for (const type of ['beforetoggle', 'toggle'])
      menu().dispatchEvent(Object.assign(new Event(type), { newState }));
  });
function show(actions: readonly RunMenuAction[] | null) {
  rendering.render(
    <>
      <textarea ref={field} id={MESSAGE_FIELD_ID} />
      {actions !== null && <RunMenu actions={actions} button={button} onChoose={onChoose} />}
    </>,
  );
}

beforeEach(async () => {
  onChoose.mockClear();
  const hidePopover = () => {
    button.current?.focus();
    void toggle('closed');
  };
  Object.assign(HTMLElement.prototype, { hidePopover });
  show(ACTIONS);
  await toggle('open');
});

describe('a run’s menu', () => {
  it('says that it is open, and focuses its first entry', () => {
    expect(focused()).toBe(LABELS[0]);
    expect(button.current?.getAttribute('aria-expanded')).toBe('true');
    expect(button.current?.getAttribute('popovertarget')).toBe(menu().id);
  });

  it('describes each entry by the sentence with its effect', () => {
    for (const { action } of ACTIONS) {
      const entry = { name: t(`composer.run.${action}`), description: t(`composer.run.effect.${action}`) };
      expect(rendering.shown.getByRole('menuitem', entry)).toBeDefined();
    }
  });

  it.each<[string, string, number]>([
    ['ArrowDown goes to the next', '{ArrowDown}', 1],
    ['ArrowUp from the first to the last', '{ArrowUp}', LABELS.length - 1],
    ['ArrowDown from the last to the first', '{End}{ArrowDown}', 0],
    ['End to the last', '{End}', LABELS.length - 1],
    ['Home to the first', '{End}{Home}', 0],
  ])('%s', async (_, keys, at) => {
    await rendering.user.keyboard(keys);
    expect(focused()).toBe(LABELS[at]);
    expect(onChoose).not.toHaveBeenCalled();
  });

  it.each(ACTIONS.map((action) => [action.key, action] as const))(
    'the letter %s chooses its entry, and the focus is restored',
    async (key, action) => {
      await rendering.user.keyboard(key.toLowerCase());
      expect(onChoose).toHaveBeenCalledExactlyOnceWith(action);
      expect(document.activeElement).toBe(button.current);
    },
  );

  it.each([{ repeat: true }, { ctrlKey: true }, { metaKey: true }])(
    'a letter with %j chooses nothing',
    async (init) => {
      const first = rendering.shown.getByRole('menuitem', { name: 'Stop now' });
      await act(async () => void fireEvent.keyDown(first, { key: 's', ...init }));
      expect(onChoose).not.toHaveBeenCalled();
    },
  );

  it('keeps the focus within it if the focused entry is removed', async () => {
    await rendering.user.keyboard('{End}');
    show(ACTIONS.slice(0, -1));
    expect(focused()).toBe(LABELS[0]);
  });

  it('gives the focus to the message field if the run ends meanwhile', () => {
    show(null);
    expect(document.activeElement).toBe(field.current);
  });

  it('leaves the focus where it is if that is elsewhere', () => {
    const other = rendering.place.appendChild(document.createElement('button'));
    other.focus();
    show(null);
    expect(document.activeElement).toBe(other);
  });
});
