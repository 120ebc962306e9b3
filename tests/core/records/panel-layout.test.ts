import { expect, it } from 'vitest';
import { DEFAULT_PANEL_LAYOUT, readPanelLayout } from '@/src/core/records/panel-layout';
import { commandSchema } from '@/src/messages/commands';

it.each<[string, unknown]>([
  ['the default', DEFAULT_PANEL_LAYOUT],
  ['the smallest height', { version: 1, messageHeightPx: 80 }],
  ['the largest height', { version: 1, messageHeightPx: 2_000 }],
])('%s is accepted from the panel, and read back', (_, layout) => {
  expect(commandSchema.safeParse({ type: 'keep-layout', layout }).success).toBe(true);
  expect(readPanelLayout(structuredClone(layout))).toEqual(layout);
});

it.each<[string, unknown]>([
  ['no object', 'tall'],
  ['null', null],
  ['a list', [1]],
  ['no version', { messageHeightPx: 100 }],
  ['an earlier version', { version: 0, messageHeightPx: 100 }],
  ['a later version', { version: 2, messageHeightPx: 100 }],
  ['no height', { version: 1 }],
  ['a height below the bounds', { version: 1, messageHeightPx: 79 }],
  ['a height above the bounds', { version: 1, messageHeightPx: 2_001 }],
  ['a part of a pixel', { version: 1, messageHeightPx: 100.5 }],
  ['a height that is no number', { version: 1, messageHeightPx: '100' }],
  ['a height that is not finite', { version: 1, messageHeightPx: Number.NaN }],
])('a layout with %s is refused from the panel, and not read', (_, layout) => {
  expect(commandSchema.safeParse({ type: 'keep-layout', layout }).success).toBe(false);
  expect(readPanelLayout(layout)).toBeNull();
});

it('the default applies if nothing is stored', () => {
  expect(readPanelLayout(undefined)).toEqual(DEFAULT_PANEL_LAYOUT);
});

it('a member that this version doesn’t know is left out', () => {
  expect(readPanelLayout({ version: 1, messageHeightPx: 90, more: true })).toEqual({
    version: 1,
    messageHeightPx: 90,
  });
});
