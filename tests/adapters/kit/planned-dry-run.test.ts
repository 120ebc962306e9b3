import { describe, expect, it } from 'vitest';
import { templateDom } from '@/scripts/adapter/templates/dom/definition';
import { plannedDryRun } from '@/src/adapters/kit/planned-dry-run';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import type { JsonObject } from '@/src/core/json';

const adapter = templateDom as unknown as AdapterDefinition;
const start = { switches: { beta: false, search: true }, saved: { beta: false, search: true } };
const { saving: _saving, ...live } = adapter;

function plan(definition: AdapterDefinition, ...calls: [string, JsonObject][]) {
  const page = { read: async () => start, look: () => Promise.reject(new Error('No query is needed.')) };
  const requests = calls.map(([tool, args], index) => ({
    executionId: `e${index}`,
    tool,
    args,
    leftOut: [],
  }));
  return plannedDryRun(definition)?.plan(requests, page);
}

describe('the dry run that follows from planTool', () => {
  it('is missing if the adapter has no planTool', () => {
    const { planTool: _, ...rest } = adapter;
    expect(plannedDryRun(rest)).toBeNull();
  });

  it.each<[string, [string, JsonObject][], string, string[]]>([
    [
      'a write',
      [['set_switch', { name: 'beta', on: true }]],
      'Changes switch "beta": false → true.',
      ['beta'],
    ],
    ['a write without effect', [['set_switch', { name: 'beta', on: false }]], 'Nothing changes.', []],
    [
      'two writes',
      [
        ['set_switch', { name: 'beta', on: true }],
        ['set_switch', { name: 'search', on: false }],
      ],
      'Makes 2 changes.',
      ['beta', 'search'],
    ],
    [
      'a write and a save',
      [
        ['set_switch', { name: 'beta', on: true }],
        ['save_switches', {}],
      ],
      'Changes switch "beta": false → true. Saves one change: switch "beta": false → true.',
      ['beta', 'beta'],
    ],
  ])('words the effect of %s', async (_, calls, summary, named) => {
    const planned = await plan(adapter, ...calls);
    expect(planned?.dryRun.net.summary).toBe(summary);
    const texts = planned?.dryRun.net.differences.map(({ text }) => text);
    expect(texts).toEqual(named.map((name) => expect.stringContaining(name)));
    expect(planned?.context).toEqual(start);
  });

  it('starts each call from the state that the call before it led to', async () => {
    const planned = await plan(
      adapter,
      ['set_switch', { name: 'beta', on: true }],
      ['set_switch', { name: 'search', on: false }],
    );
    const [first, second] = planned?.dryRun.calls ?? [];
    const between = pageHashesOf(adapter, { ...start, switches: { beta: true, search: true } });
    expect(first).toMatchObject({ kind: 'change', after: between, step: { name: 'beta', on: true } });
    expect(second).toMatchObject({ stateHashBefore: between.stateHash });
  });

  it('plans a call that would fail as a failure with its result', async () => {
    const planned = await plan(adapter, ['set_switch', { name: 'gamma', on: true }]);
    expect(planned?.dryRun.calls).toMatchObject([
      { kind: 'failure', result: { success: false, error_code: 'not_found' } },
    ]);
    expect(planned?.after).toEqual(start);
  });

  it.each([
    ['on a page that is saved', adapter, ['way-back']],
    ['on a live page', live, ['others', 'way-back']],
  ])('says %s whom a write affects', async (_, definition, topics) => {
    const planned = await plan(definition, ['set_switch', { name: 'beta', on: true }]);
    expect(planned?.dryRun.net.notes.map(({ topic }) => topic)).toEqual(topics);
  });

  it('rejects a tool that the definition does not have', async () => {
    await expect(plan(adapter, ['format_disk', { name: 'beta', on: true }])).rejects.toMatchObject({
      code: 'internal',
    });
  });
});
