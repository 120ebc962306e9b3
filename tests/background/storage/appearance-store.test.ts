import { describe, expect, it } from 'vitest';
import { createAppearanceStore } from '@/src/background/storage/appearance-store';
import { createMemoryLogger } from '../../core/logging/memory-logger';

function create(items: Record<string, unknown>) {
  const { logger, entries } = createMemoryLogger('info');
  const area = {
    get: async (keys: string[]) =>
      Object.fromEntries(Object.entries(items).filter(([key]) => keys.includes(key))),
    set: async (added: Record<string, unknown>) => void Object.assign(items, added),
    async remove(key: string) {
      delete items[key];
    },
  };
  return { store: createAppearanceStore({ area, logger }), area, items, entries };
}

describe('the settings of the panel’s look', () => {
  it('are stored each under its key', async () => {
    const { store, items } = create({});
    await store.setTheme('dark');
    await store.setSendKey('enter');
    await store.setDensity('compact');
    expect(items).toEqual({
      theme: 'dark',
      'send-key': 'enter',
      density: 'compact',
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['nothing', {}],
    ['settings that can be read', { theme: 'light', density: 'compact' }],
  ])('with %s stored: nothing is removed, and nothing logged', async (_, stored) => {
    const { store, items, entries } = create({ ...stored });
    await store.removeUnreadable();
    expect(items).toEqual(stored);
    expect(entries).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
    ['a theme that is none', { theme: 'sepia', density: 'compact' }, { density: 'compact' }, 'panel.theme'],
    ['a density that is none', { density: 'dense' }, {}, 'panel.density'],
    ['a list of open sections that is none', { 'panel-folds': 'all' }, {}, 'panel.folds'],
    ['a key that is none', { theme: 'dark', 'send-key': 'space' }, { theme: 'dark' }, 'panel.send_key'],
  ])('with %s stored: it is removed, and the log says so', async (_, stored, left, topic) => {
    const { store, items, entries } = create({ ...stored, 'log-level': 'debug' });
    await store.removeUnreadable();
    expect(items).toEqual({ ...left, 'log-level': 'debug' });
    expect(entries).toMatchObject([{ level: 'warning', topic }]);
  });

  it('keep each section’s state apart from the others', async () => {
    const { store, items } = create({});
    await store.keepFold('page-parts', true);
    await store.keepFold('technical-details', true);
    await store.keepFold('page-parts', false);
    expect(items).toEqual({ 'panel-folds': { 'technical-details': true } });
  });

  it('an area that refuses a value rejects with a remedy', async () => {
    const { store, area } = create({});
    area.set = async () => {
      throw new Error('full');
    };
    await expect(store.setTheme('dark')).rejects.toMatchObject({ code: 'storage' });
  });
});
