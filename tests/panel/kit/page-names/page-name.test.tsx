// @document
import { fireEvent } from '@testing-library/react/pure';
import { describe, expect, it, vi } from 'vitest';
import { MarkdownLine } from '@/src/panel/kit/markdown/markdown-view';
import { NameGroupProvider } from '@/src/panel/kit/page-names/name-group';
import { NameText } from '@/src/panel/kit/page-names/name-text';
import { type PageNames, PageNamesContext } from '@/src/panel/kit/page-names/page-names';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const show = vi.fn();

const namesThat = (isInSight: (name: string) => boolean): PageNames => ({
  watch: () => () => undefined,
  isInSight,
  show,
});

function render(
  texts: readonly string[],
  names: PageNames | null = namesThat((name) => name !== 'text'),
): void {
  rendering.render(
    <PageNamesContext value={names}>
      <NameGroupProvider>
        {texts.map((text) => (
          <p key={text}>
            <NameText text={text} />
          </p>
        ))}
      </NameGroupProvider>
    </PageNamesContext>,
  );
}

const buttons = () => rendering.shown.queryAllByRole('button');
/** Presses Tab, which focuses the first name. */
const enter = () => rendering.user.tab();
/** The names that Tab reaches. Found by selector, since a query by role is slow with hundreds of names. */
const stops = () => [...rendering.place.querySelectorAll('[role=button][tabindex="0"]')];

/** Presses a key on the focused element. Returns true if a handler prevented the default action of the key. */
const press = (event: KeyboardEventInit) =>
  !fireEvent.keyDown(document.activeElement ?? document.body, event);

describe('a name', () => {
  it.each<[string, PageNames | null]>([
    ['the page can show nothing', null],
    ['it isn’t in sight', namesThat(() => false)],
  ])('is text if %s', (_, names) => {
    render(['gpt-4o'], names);
    expect(rendering.place.textContent).toBe('gpt-4o');
    expect(buttons()).toEqual([]);
  });

  it('in sight is a button that says what it does, with deceptive characters spelled out', async () => {
    render(['o1\u202e']);
    expect(rendering.button('Show o1\\u202e on the page').title).toBe('Show on page');
    await rendering.press('Show o1\\u202e on the page');
    expect(show).toHaveBeenLastCalledWith('o1\u202e');
  });

  it.each<[string, string, KeyboardEventInit, boolean]>([
    ['Enter', 'Enter', {}, true],
    ['Space', ' ', {}, true],
    ['a held Enter', 'Enter', { repeat: true }, false],
    ['Enter with Ctrl', 'Enter', { ctrlKey: true }, false],
    ['Enter with Cmd', 'Enter', { metaKey: true }, false],
    ['another key', 'a', {}, false],
  ])('%s shows it: %s', async (_, key, modifiers, isShown) => {
    show.mockClear();
    render(['gpt-4o']);
    await enter();
    press({ key, ...modifiers });
    expect(show).toHaveBeenCalledTimes(isShown ? 1 : 0);
  });

  it('isn’t shown by a click that ends the selection of a text', async () => {
    show.mockClear();
    render(['gpt-4o']);
    const target = rendering.shown.getByText('gpt-4o');
    await rendering.user.pointer([{ keys: '[MouseLeft>]', target }, { target, offset: 3 }, '[/MouseLeft]']);
    expect(document.getSelection()?.toString()).toBe('-4o');
    expect(show).not.toHaveBeenCalled();
    document.getSelection()?.removeAllRanges();
  });

  it('in an answer is the code in a line, not other text', () => {
    rendering.render(
      <PageNamesContext value={namesThat(() => true)}>
        <MarkdownLine text="The model `gpt-4o` of openai" />
      </PageNamesContext>,
    );
    expect(rendering.buttonNames()).toEqual(['Show gpt-4o on the page']);
    expect(rendering.shown.getByRole('code').textContent).toBe('gpt-4o');
  });
});

describe('the names of a group', () => {
  const names = Array.from({ length: 200 }, (_, n) => `m${n}`);

  it('are one stop, whose arrow keys reach each of them', async () => {
    render(names);
    expect(stops().map(({ textContent }) => textContent)).toEqual(['m0']);
    await enter();
    const reached = ['ArrowDown', 'ArrowRight', 'ArrowUp', 'End', 'ArrowDown', 'Home', 'ArrowLeft'].map(
      (key) => {
        expect(press({ key })).toBe(true);
        expect(stops()).toEqual([document.activeElement]);
        return document.activeElement?.textContent;
      },
    );
    expect(reached).toEqual(['m1', 'm2', 'm1', 'm199', 'm199', 'm0', 'm0']);
  });

  it('are reached by the opposite arrow keys where lines run from right to left', async () => {
    rendering.place.dir = 'rtl';
    render(names);
    await enter();
    const reached = ['ArrowLeft', 'ArrowLeft', 'ArrowRight'].map((key) => {
      press({ key });
      return document.activeElement?.textContent;
    });
    rendering.place.dir = '';
    expect(reached).toEqual(['m1', 'm2', 'm1']);
  });

  it('leave other keys alone', async () => {
    render(names.slice(0, 2));
    await enter();
    expect(press({ key: 'Escape' })).toBe(false);
    expect(press({ key: 'ArrowDown', altKey: true })).toBe(false);
    expect(document.activeElement).toBe(buttons()[0]);
  });

  it('keep a stop when the one that was it disappears, and when an earlier one appears', () => {
    render(['text', 'm1', 'm2']);
    expect(stops()[0]?.textContent).toBe('m1');
    render(['text', 'm2']);
    expect(stops()[0]?.textContent).toBe('m2');
    render(['m0', 'm2']);
    expect(stops().map(({ textContent }) => textContent)).toEqual(['m0']);
  });
});
