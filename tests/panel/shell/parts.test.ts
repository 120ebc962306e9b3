import { afterEach, expect, it, vi } from 'vitest';
import * as approval from '@/src/panel/approval/parts';
import * as chats from '@/src/panel/chats/parts';
import * as composer from '@/src/panel/composer/parts';
import * as conversation from '@/src/panel/conversation/parts';
import * as header from '@/src/panel/header/parts';
import type { LazyPart } from '@/src/panel/kit/lazy/lazy-part';
import * as log from '@/src/panel/log/parts';
import * as settings from '@/src/panel/settings/parts';
import * as shell from '@/src/panel/shell/parts';

const { loadWhileIdle, preloadConversation, ...ofShell } = shell;
const PARTS: Record<string, Pick<LazyPart<unknown>, 'load'>> = {
  ...approval,
  ...chats,
  ...composer,
  ...conversation,
  ...header,
  ...log,
  ...settings,
  ...ofShell,
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('every part of a feature is loaded beside the start, or in an idle period of its own', () => {
  const loaded: string[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    vi.spyOn(part, 'load').mockImplementation(async () => {
      loaded.push(name);
      return null;
    });
  }
  const waiting: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => waiting.push(work));
  preloadConversation();
  loadWhileIdle();
  // The first is the menu, whose component is no part of a feature.
  for (let periods = 0; waiting.length > 0; periods += 1) {
    expect(waiting).toHaveLength(1);
    waiting.shift()?.();
    expect(loaded.length).toBeLessThanOrEqual(3 + periods);
  }
  expect(loaded.sort()).toEqual(Object.keys(PARTS).sort());
});
