import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLeases } from '@/entrypoints/content/page-lock/leases';
import { BAR_WORDS } from '../../fakes/bar-words';

const WORDS = { ...BAR_WORDS, text: 'Working', canStop: true, siteMark: null };

let onChange: ReturnType<typeof vi.fn<() => void>>;
let leases: ReturnType<typeof createLeases>;

beforeEach(() => {
  vi.useFakeTimers();
  onChange = vi.fn<() => void>();
  leases = createLeases(onChange);
});

afterEach(() => {
  vi.useRealTimers();
});

describe('leases', () => {
  it('expire and call onChange', () => {
    leases.acquire('a', 1_000, WORDS);
    vi.advanceTimersByTime(999);
    expect(leases.newest()).toEqual({ id: 'a', ...WORDS });
    vi.advanceTimersByTime(1);
    expect(leases.newest()).toBeNull();
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('last their full time again when renewed, with the new text', () => {
    leases.acquire('a', 1_000, WORDS);
    vi.advanceTimersByTime(900);
    leases.acquire('a', 1_000, { ...WORDS, text: 'Changing', canStop: false });
    vi.advanceTimersByTime(900);
    expect(leases.newest()).toEqual({ id: 'a', ...WORDS, text: 'Changing', canStop: false });
    vi.advanceTimersByTime(100);
    expect(leases.newest()).toBeNull();
  });

  it('end early when released, once', () => {
    leases.acquire('a', 1_000, WORDS);
    leases.release('a');
    leases.release('a');
    leases.release('b');
    expect(leases.newest()).toBeNull();
    vi.advanceTimersByTime(2_000);
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('newest is the one acquired last, regardless of renewals', () => {
    leases.acquire('a', 1_000, WORDS);
    leases.acquire('b', 5_000, WORDS);
    leases.acquire('a', 3_000, WORDS);
    expect(leases.newest()?.id).toBe('b');
    leases.release('b');
    expect(leases.newest()?.id).toBe('a');
    vi.advanceTimersByTime(3_000);
    expect(leases.newest()).toBeNull();
  });
});
