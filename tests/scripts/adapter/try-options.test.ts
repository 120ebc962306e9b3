import { expect, it } from 'vitest';
import { argumentsFor, parseTryOptions } from '@/scripts/adapter/try-options';

const REAL = ['--url', 'https://admin.example/limits', '--storage', 'session.json', '--key', 'k'];

it('the fixture page with its sample calls is tried by default', () => {
  expect(parseTryOptions(['team-limits'], '/from')).toEqual({
    ...{ adapter: { id: 'team-limits' }, page: null, calls: null, screenshots: null },
  });
});

it('paths are those of the folder that the command was started in', () => {
  expect(
    parseTryOptions(['--adapter', 'team-limits', '--screenshots', 'out', ...REAL, '--call', 'list'], '/from'),
  ).toEqual({
    adapter: { path: '/from/team-limits' },
    page: { url: 'https://admin.example/limits', storage: '/from/session.json', key: 'k' },
    calls: [{ tool: 'list', args: {} }],
    screenshots: '/from/out',
  });
});

it('calls are read with their arguments, in their order', () => {
  const calls = ['--call', 'set_limit {"name":"a b","value":7}', '--call', ' list_limits\n{"offset":0}'];
  expect(parseTryOptions(['team-limits', ...calls], '/from')?.calls).toEqual([
    { tool: 'set_limit', args: { name: 'a b', value: 7 } },
    { tool: 'list_limits', args: { offset: 0 } },
  ]);
});

it.each([
  [[]],
  [REAL],
  [['--screenshots', '/out', ...REAL, '--call', 'set_limit {"name":"it’s \\"a\\"","value":7}']],
])('the arguments %j are passed on to a copy of the checkout', (args) => {
  const options = parseTryOptions(['team-limits', ...args], '/from');
  if (options === null) expect.fail('the help');
  expect(parseTryOptions(argumentsFor('team-limits', options), '/copy')).toEqual(options);
});

it.each([
  [[], 'One id of an adapter'],
  [['a', 'b'], 'One id of an adapter'],
  [['a', '--adapter', 'b'], 'One id of an adapter'],
  [['a', '--storage', 'file'], 'need --url'],
  [['a', '--key', 'k'], 'need --url'],
  [['a', '--url', 'admin.example'], 'http or https'],
  [['a', ...REAL, '--screenshots', 'out'], 'state the calls'],
  [['a', '--call', 'set_limit {"name":'], '--call takes a tool'],
  [['a', '--call', 'set_limit 7'], '--call takes a tool'],
  [['a', '--call', '{"name":"ada"}'], '--call takes a tool'],
])('%j is refused', (args, message) => {
  expect(() => parseTryOptions(args, '/from')).toThrow(message);
});
