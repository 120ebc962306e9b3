import { afterEach, expect, it, vi } from 'vitest';
import type { BackupRows } from '@/src/background/storage/backup-rows';
import { tryFiles } from './try-files';

const planted = vi.hoisted(() => ({ keeps: [] as (keyof BackupRows)[] }));
afterEach(() => Object.assign(planted, { keeps: [] }));

vi.mock('@/src/background/storage/foreign-rows', async (original) => {
  const real = await original<typeof import('@/src/background/storage/foreign-rows')>();
  return {
    ...real,
    foreignRows(...given: Parameters<typeof real.foreignRows>): BackupRows {
      const [rows] = given;
      const kept = Object.fromEntries(planted.keeps.map((table) => [table, rows[table]]));
      return { ...real.foreignRows(...given), ...kept };
    },
  };
});

it.each<[keyof BackupRows, string]>([
  ['approvals', 'a decision came with it'],
  ['chats', 'a tool runs without asking'],
  ['runs', 'a run continues'],
  ['executions', 'a call is open'],
  ['sites', 'a site has lasting access'],
])(
  'reports a restore that takes the %s of a file as they are: %s',
  async (table, problem) => {
    planted.keeps = [table];
    const { failures } = await tryFiles({ runs: 60, seed: 2 });
    expect(failures.map(({ message }) => message).join('\n')).toContain(problem);
  },
  120_000,
);
