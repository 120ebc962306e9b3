// Without the hooks of the library's main module: modules are shared by files, so it would register them for one file only.
import {
  act,
  type BoundFunctions,
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
  // As long as Vitest's own waiting: one second is too short on a busy machine.
  asyncUtilTimeout: 10_000,
  // The default is the whole document in colours, made again at each try of a query that waits: seconds for long lists.
  getElementError: (message, container) => new Error(`${message} It shows: ${container.textContent}`),
  // An event of the user is over when all that follows from it without a pause is rendered, e.g. a command that is refused at once.
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
  let rendered: { rerender(node: ReactNode): void; unmount(): void } | null = null;

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    // Testing Library lets the fake time of a test pass by this name only; without it, a click would wait for ever.
    vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
    // The document of this file: modules are shared by files. Without delays, which would wait for the fake time of some tests.
    user = userEvent.setup({ document, delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
    // No style sheet is loaded. Queries by role would spend most of their time on the style sheet that jsdom has of its own.
    vi.spyOn(window, 'getComputedStyle').mockImplementation((element) => (element as HTMLElement).style);
    place = document.body.appendChild(document.createElement('div'));
    container = rootIn(place);
  });
  afterEach(() => {
    rendered?.unmount();
    rendered = null;
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
    render(node) {
      const whole = createElement(CommandErrors, null, node);
      if (rendered === null) rendered = render(whole, { container });
      else rendered.rerender(whole);
    },
    button,
    buttonNames: () => shown().queryAllByRole('button').map(nameOf),
    press: (name) => user.click(button(name)),
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
