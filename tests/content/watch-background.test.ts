import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FIRST_PAUSE_MS, watchBackground } from '@/entrypoints/content/watch-background';

/** Time until a connection is refused. */
const REFUSAL_MS = 1;

/** Connections to a background, each with a function that ends it from the background's side. */
function createConnections() {
  const open = new Set<() => void>();
  const connections = {
    made: 0,
    /** True after an update of the extension, which orphans its content scripts. */
    isOrphaned: false,
    /** True while the browser can't start the background. */
    isRefused: false,
    openCount: () => open.size,
    connect() {
      if (connections.isOrphaned) throw new Error('Extension context invalidated.');
      connections.made += 1;
      let onEnd: () => void = () => undefined;
      const end = () => {
        if (open.delete(end)) onEnd();
      };
      open.add(end);
      if (connections.isRefused) setTimeout(end, REFUSAL_MS);
      return {
        onDisconnect: {
          addListener(listener: () => void) {
            onEnd = listener;
          },
        },
        // The browser tells only the other side.
        disconnect() {
          if (connections.isOrphaned) throw new Error('Extension context invalidated.');
          open.delete(end);
        },
      };
    },
    /** The background ends. */
    endAll() {
      for (const end of [...open]) end();
    },
  };
  return connections;
}

let connections: ReturnType<typeof createConnections>;
let note: (isLocked: boolean) => void;

beforeEach(() => {
  vi.useFakeTimers();
  connections = createConnections();
  note = watchBackground(connections.connect);
});

afterEach(() => void vi.useRealTimers());

describe('a page', () => {
  it('has one connection while it is locked, and none before and after', () => {
    expect(connections.openCount()).toBe(0);
    note(true);
    note(true);
    expect([connections.made, connections.openCount()]).toEqual([1, 1]);
    note(false);
    vi.advanceTimersByTime(60_000);
    expect([connections.made, connections.openCount()]).toEqual([1, 0]);
    note(true);
    expect([connections.made, connections.openCount()]).toEqual([2, 1]);
  });

  it('connects again at once when the background ends while the page is locked', () => {
    note(true);
    connections.endAll();
    vi.advanceTimersByTime(0);
    expect([connections.made, connections.openCount()]).toEqual([2, 1]);
  });

  it('doubles its pauses while the background doesn’t start, and starts without a pause after the next lease', () => {
    note(true);
    connections.isRefused = true;
    connections.endAll();
    const attempts = [0, 1, 1, 2, 1].map((pauses) => {
      vi.advanceTimersByTime(pauses * FIRST_PAUSE_MS + REFUSAL_MS);
      return connections.made;
    });
    expect(attempts).toEqual([2, 3, 3, 4, 4]);

    connections.isRefused = false;
    note(true);
    connections.endAll();
    vi.advanceTimersByTime(0);
    expect(connections.made).toBe(6);
    expect(connections.openCount()).toBe(1);
  });

  it('makes no attempt once the lock has ended', () => {
    note(true);
    connections.isRefused = true;
    connections.endAll();
    vi.advanceTimersByTime(1);
    note(false);
    vi.advanceTimersByTime(60_000);
    expect([connections.made, connections.openCount()]).toEqual([2, 0]);
  });

  it('makes no attempt, and has no error, once the extension was updated', () => {
    note(true);
    connections.isOrphaned = true;
    connections.endAll();
    vi.advanceTimersByTime(60_000);
    expect([connections.made, connections.openCount()]).toEqual([1, 0]);
    expect(() => note(true)).not.toThrow();
  });

  it('has no error if its lock ends after an update of the extension, which doesn’t close the connection', () => {
    note(true);
    connections.isOrphaned = true;
    expect(() => note(false)).not.toThrow();
  });
});
