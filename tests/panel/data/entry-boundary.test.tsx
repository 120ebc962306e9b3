// @document
import { beforeEach, expect, it, vi } from 'vitest';
import { EntryBoundary } from '@/src/panel/data/entry-boundary';
import { stubCommands } from '../stub-commands';
import { withRendering } from '../with-rendering';

const page = withRendering();

function Part({ fails }: { fails: boolean }) {
  if (fails) throw new Error('broken');
  return <p>whole</p>;
}

function show(fails: boolean, subject: string): void {
  page.render(
    <EntryBoundary place="sheet" subject={subject} fallback={<p>fallback</p>}>
      <Part fails={fails} />
    </EntryBoundary>,
  );
}

beforeEach(() => {
  stubCommands();
  vi.spyOn(console, 'error').mockReturnValue();
});

it('shows the fallback for a failed part until its subject changes', () => {
  show(true, 'log');
  expect(page.shown.getByRole('paragraph').textContent).toBe('fallback');
  show(false, 'log');
  expect(page.shown.getByRole('paragraph').textContent).toBe('fallback');
  show(false, 'sites');
  expect(page.shown.getByRole('paragraph').textContent).toBe('whole');
});
