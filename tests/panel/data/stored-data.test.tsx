// @document
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toErrorInfo } from '@/src/core/errors';
import { EntryBoundary } from '@/src/panel/data/entry-boundary';
import { sendCommand } from '@/src/panel/data/send-command';
import {
  holdQueries,
  query,
  readStoredAgain,
  releaseQueries,
  useFirstQuery,
  useQuery,
  useReading,
} from '@/src/panel/data/stored-data';
import { useLater } from '@/src/panel/data/use-later';
import { stubCommands } from '../stub-commands';
import { withRendering } from '../with-rendering';

const page = withRendering();

/** A query that the database fails with this error. */
const failing = (error: Error) => async () => Promise.reject(error);

function Part({ error }: { error: Error }) {
  useQuery(failing(error), [error]);
  return null;
}

beforeEach(() => {
  stubCommands();
  vi.spyOn(console, 'error').mockReturnValue();
});

describe.each([
  ['an error of the database', new Dexie.OpenFailedError('closed'), 'storage', 'storage'],
  ['a full disk', new Dexie.QuotaExceededError(), 'storage-full', 'storage-full'],
  ['a defect', new TypeError('x is undefined'), 'internal', 'TypeError: x is undefined'],
])('a query of the panel that fails on %s', (_, error, code, logged) => {
  it(`rejects with ${code}, if it runs once`, async () => {
    const thrown = await query(failing(error)).catch((reason: unknown) => reason);
    expect(toErrorInfo(thrown)).toMatchObject({ code, details: expect.stringContaining(error.name) });
  });

  it(`gives ${code} to the error boundary, which logs the failure, if it is live`, async () => {
    const fallback = (failed: { code: string }) => <p>{failed.code}</p>;
    page.render(
      <EntryBoundary place="sheet" fallback={fallback}>
        <Part error={error} />
      </EntryBoundary>,
    );
    await expect.poll(() => page.shown.queryByText(code)).not.toBeNull();
    expect(sendCommand).toHaveBeenLastCalledWith({
      type: 'log-panel-failure',
      place: 'sheet',
      defect: logged,
    });
  });
});

describe('a query of a panel that opens', () => {
  const rendered = vi.fn();

  function Parts() {
    rendered(
      useFirstQuery(async () => 'chat', []),
      useQuery(async () => 'model', []),
      useQuery(async () => 'checkpoints', []),
    );
    return null;
  }

  it('waits for the first view, unless it is a part of that, and is rendered with the others', async () => {
    rendered.mockClear();
    holdQueries();
    page.render(<Parts />);
    await vi.waitFor(() => expect(rendered).toHaveBeenLastCalledWith('chat', undefined, undefined));

    releaseQueries();
    await vi.waitFor(() => expect(rendered).toHaveBeenLastCalledWith('chat', 'model', 'checkpoints'));
    expect(rendered).toHaveBeenCalledTimes(3);
  });

  it('runs after a second if there is no first view', async () => {
    vi.useFakeTimers();
    try {
      holdQueries();
      await vi.advanceTimersByTimeAsync(1_000);
    } finally {
      vi.useRealTimers();
    }
    page.render(<Parts />);
    await vi.waitFor(() => expect(rendered).toHaveBeenLastCalledWith('chat', 'model', 'checkpoints'));
  });
});

it('a query that finds nothing again has the same list as before', async () => {
  const rendered = vi.fn();
  const run = vi.fn(({ connections }: { connections(): Promise<unknown[]> }) => connections());
  function Counted() {
    rendered(useQuery(run, []));
    return null;
  }
  page.render(<Counted />);
  await vi.waitFor(() => expect(rendered).toHaveBeenLastCalledWith([]));
  const [shown] = rendered.mock.lastCall ?? [];

  readStoredAgain();
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(rendered.mock.lastCall?.[0]).toBe(shown);
});

describe('a reading', () => {
  it('runs once, although its data change', async () => {
    const run = vi.fn(
      async ({ connections }: { connections(): Promise<unknown[]> }) => (await connections()).length,
    );
    function Once() {
      return <p>{useReading(run, [])}</p>;
    }
    page.render(<Once />);
    await vi.waitFor(() => expect(page.shown.queryByText('0')).not.toBeNull());
    readStoredAgain();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe('a value that only later queries depend on', () => {
  function Value() {
    return <p>{useLater('chat') ?? 'none yet'}</p>;
  }

  it('is there at once while the panel opens, and stays', async () => {
    holdQueries();
    page.render(<Value />);
    expect(page.shown.queryByText('chat')).not.toBeNull();
    releaseQueries();
    await new Promise((resolve) => setTimeout(resolve));
    page.render(<Value />);
    expect(page.shown.queryByText('chat')).not.toBeNull();
  });

  it('is delayed afterwards', async () => {
    page.render(<Value />);
    expect(page.shown.queryByText('none yet')).not.toBeNull();
    await vi.waitFor(() => expect(page.shown.queryByText('chat')).not.toBeNull());
  });
});
