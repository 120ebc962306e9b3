// @document
import { Settings } from 'lucide-react';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { MenuButton } from '@/src/panel/kit/menu/menu-button';
import { MenuView } from '@/src/panel/kit/menu/menu-view';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const ENTRY = { words: 'menu.settings' as const, icon: Settings, opensSheet: true, isEnabled: true };

beforeEach(() => {
  // jsdom observes no sizes.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

it.each(['keys', 'pointer'] as const)(
  'an entry that is chosen by %s is called once its menu has given the focus back to its button',
  async (by) => {
    const focused = vi.fn(() => document.activeElement?.getAttribute('aria-label'));
    rendering.render(<MenuView label="Menu" groups={[[{ ...ENTRY, onChoose: focused }]]} openedBy={by} />);
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    const entry = rendering.shown.getByRole('menuitem', { name: 'Settings' });
    if (by === 'pointer') await rendering.user.click(entry);
    else await rendering.user.keyboard('{Enter}');
    await expect.poll(() => focused.mock.results).toMatchObject([{ value: 'Menu' }]);
  },
);

it('the button of an opening menu takes the focus from the one that it replaces', async () => {
  rendering.render(<MenuButton label="Menu" groups={[[{ ...ENTRY, onChoose: vi.fn() }]]} />);
  const pressed = rendering.button('Menu');
  await rendering.user.tab();
  expect(document.activeElement).toBe(pressed);
  const focused: (string | null)[] = [];
  document.addEventListener('focusin', ({ target }) => {
    focused.push(target instanceof Element ? target.getAttribute('aria-label') : null);
  });
  await rendering.user.click(pressed);
  await rendering.shown.findByRole('menuitem', { name: 'Settings' });
  expect(focused[0]).toBe('Menu');
  expect(pressed.isConnected).toBe(false);
});
