import { act, createElement, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import type { PanelFrame } from '@/src/panel/kit/panel-frame';
import { appendPanelFrame } from './append-panel-frame';

/** A container in the document, for tests in jsdom. */
export interface Rendering {
  readonly place: HTMLElement;
  render(node: ReactNode): void;
  /** The button of this accessible name. Throws if there is none. */
  button(name: string): HTMLButtonElement;
  /** The names of all buttons, in order. */
  buttonNames(): string[];
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
  let root: Root;
  let place: HTMLElement;

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(rootIn(place));
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
  });

  const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? '';
  const buttons = () => [...place.querySelectorAll('button')];
  function button(name: string): HTMLButtonElement {
    const found = buttons().find((candidate) => nameOf(candidate) === name);
    if (found === undefined) throw new Error(`There is no button “${name}”: ${place.innerHTML}`);
    return found;
  }
  return {
    get place() {
      return place;
    },
    render: (node) => act(() => root.render(createElement(CommandErrors, null, node))),
    button,
    buttonNames: () => buttons().map(nameOf),
    press: (name) => act(async () => button(name).click()),
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
