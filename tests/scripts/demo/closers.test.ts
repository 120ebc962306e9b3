import { describe, expect, it } from 'vitest';
import { createClosers } from '@/scripts/demo/closers';

describe('the closers of the demo', () => {
  it('close the newest first', async () => {
    const closed: string[] = [];
    const closers = createClosers();
    closers.add(async () => void closed.push('playground'));
    closers.add(async () => void closed.push('browser'));
    await closers.closeAll();
    expect(closed).toEqual(['browser', 'playground']);
  });

  it('close the others if one fails, and then throw its error', async () => {
    const closed: string[] = [];
    const closers = createClosers();
    closers.add(async () => void closed.push('playground'));
    closers.add(() => Promise.reject(new Error('The browser hangs.')));
    await expect(closers.closeAll()).rejects.toThrow('The browser hangs.');
    expect(closed).toEqual(['playground']);
  });
});
