// @vitest-environment jsdom
import { Settings } from 'lucide-react';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { MenuView } from '@/src/panel/kit/menu/menu-view';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();

it.each(['keys', 'pointer'] as const)(
  'an entry that is chosen by %s is called once its menu has given the focus back to its button',
  async (by) => {
    // jsdom observes no sizes.
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    const focused = vi.fn(() => document.activeElement?.getAttribute('aria-label'));
    const entry = { id: 'a', words: 'Settings', icon: Settings, opensSheet: true, isEnabled: true };
    rendering.render(
      <MenuView label="Menu" groups={[[{ ...entry, onChoose: focused }]]} openedBy={by}>
        …
      </MenuView>,
    );
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    const item = rendering.place.querySelector<HTMLElement>('[role=menuitem]');
    await act(async () => {
      item?.focus();
      if (by === 'pointer') item?.click();
      else item?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    await expect.poll(() => focused.mock.results).toMatchObject([{ value: 'Menu' }]);
  },
);
