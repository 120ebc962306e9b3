// @document
import { expect, it } from 'vitest';
import type { Accent } from '@/src/core/adapter/accent';
import { useAccent } from '@/src/panel/shell/use-accent';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const accent = () => document.documentElement.style.getPropertyValue('--accent');

function Panel({ accent }: { accent: Accent | null }) {
  useAccent(accent);
  return null;
}

it('the panel has the accent of its page, and its own again beside another', () => {
  const ofPage = { light: '#3a3f42', dark: '#5a6165' };
  rendering.render(<Panel accent={ofPage} />);
  expect(accent()).toBe('light-dark(#3a3f42, #5a6165)');
  rendering.render(<Panel accent={null} />);
  expect(accent()).toBe('');
});
