// `pure` registers no hooks. The library's main module would register its `afterEach` only in the first test file of a worker, since
// test files share loaded modules.
import {
  act,
  type BoundFunctions,
  cleanup,
  configure,
  getConfig,
  type queries,
  render,
  within,
} from '@testing-library/react/pure';
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import type { PanelFrame } from '@/src/panel/kit/panel-frame';
import { appendPanelFrame } from './append-panel-frame';

const { asyncWrapper } = getConfig();
configure({
  // Default: 1 second, which is too short on a busy machine. `vi.waitFor` has the same limit here.
  asyncUtilTimeout: 10_000,
  // The default error contains the whole document as HTML. A waiting query creates such an error at each attempt, which takes seconds
  // if a list is long.
  getElementError: (message, container) => new Error(`${message} It shows: ${container.textContent}`),
  // A click resolves before React has rendered updates that follow a promise, e.g. the error of a refused command. `act` renders them.
  async asyncWrapper(work) {
    const result = await asyncWrapper(work);
    await act(async () => {});
    return result;
  },
});

/** A container in the document, for tests in jsdom. */
export interface Rendering {
  readonly place: HTMLElement;
  /** The queries of Testing Library in the container. */
  readonly shown: BoundFunctions<typeof queries>;
  /** Makes the events of a user's mouse and keyboard. */
  readonly user: UserEvent;
  render(node: ReactNode): void;
  /** The button of this accessible name. Throws if there is none. */
  button(name: string): HTMLButtonElement;
  /** The names of all buttons, in order. */
  buttonNames(): string[];
  /** Clicks the button of this accessible name. */
  press(name: string): Promise<void>;
  /** Replaces the whole text of a field, which gets the focus. Pastes it: with a key event for each character, long texts take seconds. */
  enter(field: HTMLElement, text: string): Promise<void>;
  /** The depth of nested elements. */
  depth(): number;
}

/** A container with the panel's frame beside the elements that React renders without one. */
export interface FrameRendering extends Rendering {
  readonly frame: PanelFrame;
}

/** As {@link withRendering}, for parts that render into the panel's frame. */
export function withFrameRendering(): FrameRendering {
  let frame: PanelFrame;
  const rendering = renderingIn((place) => {
    frame = appendPanelFrame(place);
    return place.appendChild(document.createElement('div'));
  });
  return Object.defineProperty(rendering as FrameRendering, 'frame', { get: () => frame });
}

/** Gives each test of the file a new container, and removes it afterwards. */
export function withRendering(): Rendering {
  return renderingIn((place) => place);
}

/** `rootIn` returns the element in `place` whose content React replaces. */
function renderingIn(rootIn: (place: HTMLElement) => HTMLElement): Rendering {
  let user: UserEvent;
  let container: HTMLElement;
  let place: HTMLElement;

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    // After each event, Testing Library waits for a timer. It advances fake timers only through Jest's global; without it, a test with
    // fake timers would never end.
    vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
    // `document`: the default is the document of the worker's first test file. `delay`: user-event would wait for a timer between two
    // events, which never fires in tests with fake timers.
    user = userEvent.setup({ document, delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
    // Queries by role read the style of many elements. jsdom computes it from its default style sheet, which takes most of a query's
    // time. The tests load no other style sheet, so an element's own style is enough.
    vi.spyOn(window, 'getComputedStyle').mockImplementation((element) => (element as HTMLElement).style);
    place = document.body.appendChild(document.createElement('div'));
    container = rootIn(place);
  });
  afterEach(() => {
    cleanup();
    place.remove();
    vi.unstubAllGlobals();
  });

  const shown = () => within(place);
  const button = (name: string) => shown().getByRole<HTMLButtonElement>('button', { name });
  return {
    get place() {
      return place;
    },
    get shown() {
      return shown();
    },
    get user() {
      return user;
    },
    // A further call updates what is rendered in the container.
    render: (node) => void render(createElement(CommandErrors, null, node), { container }),
    button,
    buttonNames: () => shown().queryAllByRole('button').map(nameOf),
    press: (name) => user.click(button(name)),
    async enter(field, text) {
      await user.clear(field);
      await user.paste(text);
    },
    depth() {
      let levels = 0;
      for (
        let row = [...place.children];
        row.length > 0;
        row = row.flatMap((element) => [...element.children])
      ) {
        levels += 1;
      }
      return levels;
    },
  };
}

function nameOf(element: Element): string {
  return element.getAttribute('aria-label') ?? element.textContent ?? '';
}
