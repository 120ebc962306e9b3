// @vitest-environment jsdom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { paintAccent } from '@/src/panel/shell/paint-accent';
import { useAccent } from '@/src/panel/shell/use-accent';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const accent = () => document.documentElement.style.getPropertyValue('--accent');

function Panel({ adapterId }: { adapterId: string | null }) {
  useAccent(adapterId);
  return null;
}

/** Resolves once the panel has this accent. */
const painted = (expected: string) =>
  vi.waitFor(
    async () => {
      await act(async () => new Promise((resolve) => setTimeout(resolve, 10)));
      expect(accent()).toBe(expected);
    },
    { timeout: 10_000 },
  );

it('the panel has the accent of the chat’s page, and its own again in a chat about another', async () => {
  rendering.render(<Panel adapterId="open-webui" />);
  await painted('light-dark(#3a3f42, #5a6165)');
  rendering.render(<Panel adapterId="model-filter" />);
  expect(accent()).toBe('');
  rendering.render(<Panel adapterId="open-webui" />);
  await painted('light-dark(#3a3f42, #5a6165)');
  rendering.render(<Panel adapterId={null} />);
  expect(accent()).toBe('');
});

it('an accent on which white text can’t be read is not used', () => {
  const root = document.createElement('html');
  paintAccent(root, { light: '#5cc4bf', dark: '#1d7272' });
  expect(root.style.getPropertyValue('--accent')).toBe('');
});
