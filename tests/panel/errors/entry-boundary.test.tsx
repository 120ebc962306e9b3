// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { EntryBoundary } from '@/src/panel/errors/entry-boundary';
import { withRendering } from '../with-rendering';

vi.mock('@/src/panel/link/send-command', () => ({ sendCommand: vi.fn(async () => null) }));

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
  vi.spyOn(console, 'error').mockReturnValue();
});

it('a part that fails → its fallback, until it is about something else', () => {
  show(true, 'log');
  expect(page.place.textContent).toBe('fallback');
  show(false, 'log');
  expect(page.place.textContent).toBe('fallback');
  show(false, 'sites');
  expect(page.place.textContent).toBe('whole');
});
